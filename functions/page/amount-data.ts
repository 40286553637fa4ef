import type { PageMessages } from '#messages/messages.ts';

/** What the server tells the script of the amount screen. */
export interface AmountData {
  currency: string;
  /** Decimals of the currency. */
  digits: number;
  locale: string;
  /** Minor units. */
  max: number;
  messages: Pick<PageMessages['till'], 'missing' | 'tooMuch'>;
}
