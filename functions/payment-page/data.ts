import type { Money } from '#acquirer/acquirer.ts';
import type { Scheme } from '#domain/cards/scheme.ts';
import type { Asked } from '#domain/merchants/payer.ts';
import type { PageMessages } from '#messages/messages.ts';
import type { Requests } from '#schemas/index.ts';

export type PaymentTest = NonNullable<Requests['payment']['test']>;

/** The data that the server gives to the script of the payment page. */
export interface PageData {
  /** The path in front of the routes. */
  base: string;
  /** The merchant's public key. */
  key: string;
  /** The merchant's name, without control characters. */
  merchant: string;
  amount: Money;
  locale: string;
  text?: string;
  reference?: string;
  redirect?: string;
  recurring: boolean;
  /** The link of the merchant's server that is paid: it says what else there is to say. */
  linkId?: string;
  /** That link cannot be paid any more; a payment that was under way may have paid it. */
  ended: boolean;
  /** At a till: the URL of the amount screen, for the next customer. */
  again?: string;
  /** The origin of the page around this one, if it has one. */
  embed?: string;
  /** It stands among that page's own fields, and is told when to pay. */
  inline: boolean;
  /** Of the cards that can be used, by what they are called. */
  schemes: Partial<Record<Scheme, string>>;
  /** The scenarios of test cards by their numbers; absent on a live page. */
  testCards?: Record<string, PaymentTest>;
  /** The fields of the customer's data, with the texts for missing and invalid values. */
  payer?: { [field in Asked]?: { missing: string; invalid: string } };
  /** The texts about the customer's saved cards, if there are any. */
  saved?: Pick<PageMessages['saved'], 'ask' | 'remove' | 'stay' | 'removed' | 'gone'>;
  messages: Pick<PageMessages, 'errors'> & {
    /** Without the words that the server has put on the page. */
    receipt: Pick<
      PageMessages['receipt'],
      'title' | 'leaving' | 'back' | 'again' | 'sent' | 'mailInvalid' | 'mailFailed'
    >;
    paying: string;
  };
}
