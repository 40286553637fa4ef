import type { PayerField } from '../merchants/payer.ts';

/** The rules of a method for the movements of its payments. A transaction keeps them as they were when it was made. */
export interface MovementRules {
  /** Whether the first capture may take less than the authorized amount. It releases the rest. */
  partialCapture: boolean;
  /** The days after the payment in which money can be returned; 0 if it cannot be returned, absent if there is no last day. */
  refundDays?: number;
  /** Whether a refund may return a part of the captured amount. */
  partialRefund: boolean;
}

/**
 * A means of payment other than a card, as an acquirer states it. Everything that Florin knows about a method is in its
 * row: no other code compares its name.
 */
export interface Method extends MovementRules {
  /** The name in the API, in lower case: `mobilepay`. */
  type: string;
  /** The name that customers know, as its owner writes it. */
  name: string;
  /**
   * The way in which the customer agrees: `redirect` on a page or in an app of their own, `code` by typing a code that
   * their app shows, and agreeing there.
   */
  kind: 'redirect' | 'code';
  /** The number of digits of the code, for the kind `code`. */
  digits?: number;
  /** The currencies of its payments, ISO 4217. */
  currencies: readonly string[];
  /** The countries whose customers usually pay with it, ISO 3166-1 alpha-2, the most common first. */
  countries: readonly string[];
  /** The least and the greatest amount by currency, in minor units; absent for a currency without a limit. */
  least?: Readonly<Record<string, number>>;
  most?: Readonly<Record<string, number>>;
  /** Whether the customer can dispute a payment. */
  disputes: boolean;
  /** Whether the money moves with the customer's agreement, or later, by a capture. */
  captured: 'at once' | 'later';
  /**
   * A sentence that customers must read before they agree, as the acquirer requires it, by the language of the page. Other
   * languages show the English one.
   */
  notice?: Readonly<Record<string, string>> & { en: string };
  /** The data of the customer that the acquirer needs. */
  needs: readonly PayerField[];
  /** The time in which the customer must agree, and after it the time until the answer is final, in minutes. */
  minutes: number;
  settles: number;
}

/** An event that follows a payment in test mode. The customer or the developer chooses one. */
export type FollowUp = 'dispute_won' | 'dispute_lost' | 'refund_fails' | 'authorization_ends';

/** The events that can follow a payment by a method. */
export const followUpsOf = ({ disputes, refundDays, captured }: Method): FollowUp[] => [
  ...(disputes ? (['dispute_won', 'dispute_lost'] as const) : []),
  ...(refundDays === 0 ? [] : (['refund_fails'] as const)),
  ...(captured === 'later' ? (['authorization_ends'] as const) : []),
];

/** The method of a payment, as its transaction keeps it. */
export type UsedMethod = Pick<Method, 'type' | 'name' | keyof MovementRules> & {
  /** In test mode: what follows the payment. */
  simulated?: FollowUp;
};

export const usedMethod = ({
  type,
  name,
  partialCapture,
  refundDays,
  partialRefund,
}: Method): UsedMethod => ({ type, name, partialCapture, refundDays, partialRefund });

/** Whether a method takes payments of this amount, in minor units. */
export const takes = ({ currencies, least, most }: Method, amount: number, currency: string): boolean =>
  amount > 0 &&
  currencies.includes(currency) &&
  amount >= (least?.[currency] ?? 0) &&
  amount <= (most?.[currency] ?? Number.POSITIVE_INFINITY);
