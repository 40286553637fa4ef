import type { PageMessages } from '#messages/messages.ts';

/** The data that the server gives to the script of the amount screen. */
export interface AmountData {
  currency: string;
  /** The number of decimals of the currency. */
  digits: number;
  locale: string;
  /** Minor units. */
  max: number;
  /** The data to make a code that a phone can scan; absent if no code is possible. */
  code?: {
    /** The path in front of the routes. */
    base: string;
    /** The fields of the request to the server, except the amount. */
    asked: { integration: { key: string }; text?: string; reference?: string; recurring: boolean };
  };
  messages: PageMessages['till'] & Pick<PageMessages['errors'], 'offline' | 'trouble'>;
}
