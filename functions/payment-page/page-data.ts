import type { Scheme } from '#domain/cards/scheme.ts';
import type { PaymentTest } from '#domain/cards/test-cards.ts';
import type { PayerField } from '#domain/merchants/payer.ts';
import type { Money } from '#domain/money/money.ts';
import type { PageMessages } from '#messages/messages.ts';

/**
 * The time for which the receipt stays in the dialog of `sdk.js` if the customer does nothing. WCAG 2.2 (2.2.1)
 * requires at least 20 seconds after a warning, and the receipt begins with this warning.
 */
export const receiptSeconds = 30;

/** The data that the server gives to the script of the payment page. */
export interface PageData {
  /** The path before the routes. */
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
  /**
   * The id of the payment link that the merchant's server has made. The server knows all terms of such a link by its
   * id.
   */
  linkId?: string;
  /** Whether that link can no longer be paid. A payment that was under way may still have paid it. */
  ended: boolean;
  /** At a till: the URL of the amount screen for the next customer. */
  again?: string;
  /** The origin of the parent page, if there is one. */
  embed?: string;
  /**
   * Whether the page is embedded among the parent page's own fields. The parent page's button then starts the
   * payment.
   */
  inline: boolean;
  /**
   * Set if the page has had so few views that the functions for a payment may not be running. The script then starts
   * them in advance.
   */
  quiet?: true;
  /** The schemes that the merchant takes, with their names. */
  schemes: Partial<Record<Scheme, string>>;
  /** The scenarios of test cards by their numbers; absent on a live page. */
  testCards?: Record<string, PaymentTest>;
  /** The fields of the customer's data, with the texts for missing and invalid values. */
  payer?: { [field in PayerField]?: { missing: string; invalid: string } };
  /** The texts about methods other than a card. Only the page with all texts has them. */
  methods?: PageMessages['methods'];
  /** The texts about the customer's saved cards, if there are any. */
  saved?: Pick<PageMessages['saved'], 'ask' | 'remove' | 'stay' | 'removed' | 'gone'>;
  messages: Pick<PageMessages, 'errors'> & {
    /** The texts that the script fills in. The server has already put all other texts on the page. */
    receipt: Pick<
      PageMessages['receipt'],
      'title' | 'leaving' | 'back' | 'again' | 'sent' | 'mailInvalid' | 'mailFailed'
    >;
    paying: string;
  };
}

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
