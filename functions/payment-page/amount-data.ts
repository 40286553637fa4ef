import type { PageMessages } from '#messages/messages.ts';

/** The data that the server gives to the script of the amount screen. */
export interface AmountData {
  currency: string;
  /** The number of decimals of the currency. */
  digits: number;
  locale: string;
  /** Minor units. */
  max: number;
  /** The data for making a code that a phone can scan; absent if a code is not possible. */
  code?: {
    /** The path before the routes. */
    base: string;
    /** The fields of the request to the server, without the amount. */
    asked: { integration: { key: string }; text?: string; reference?: string; recurring: boolean };
  };
  messages: PageMessages['till'] & Pick<PageMessages['errors'], 'offline' | 'trouble'>;
}
