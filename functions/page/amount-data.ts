import type { Messages } from './messages/en.ts';

/** What the server tells the script of the amount screen. */
export interface AmountData {
  currency: string;
  /** Decimals of the currency. */
  digits: number;
  locale: string;
  /** Minor units. */
  max: number;
  messages: Pick<Messages['till'], 'missing' | 'tooMuch'>;
}
