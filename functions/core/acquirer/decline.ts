import type { ProcessingErrorCode } from '#domain/processing-error.ts';
import type { CustomerCode } from '#schemas/errors.ts';

/**
 * The reasons for which a payment is declined. Each key is the code that the checkout API shows, except where
 * {@link codeOf} replaces it; the value is the processing error that the transaction keeps.
 */
export const declines = {
  PAYMENT_CURRENCY_REJECTED: 1,
  PAYMENT_REJECTED: 11,
  PAYMENT_CARD_NUMBER_INVALID: 3,
  PAYMENT_CARD_SECURITY_CODE_INVALID: 4,
  PAYMENT_CARD_EXPIRED: 6,
  PAYMENT_INSUFFICIENT_FUNDS: 7,
  PAYMENT_REJECTED_BY_ISSUER: 8,
  PAYMENT_CARD_DISABLED: 9,
  PAYMENT_CARD_LOST: 10,
  PAYMENT_METHOD_ERROR: 12,
  PAYMENT_AMOUNT_LIMIT: 25,
  PAYMENT_RECEIVER_BLOCKED: 27,
  PAYMENT_CARD_SCHEME_UNKNOWN: 29,
  PAYMENT_CARD_SCHEME_UNSUPPORTED: 29,
  TDSECURE_REQUIRED: 30,
  TDSECURE_FAILED: 31,
} as const satisfies Record<string, ProcessingErrorCode>;

export type Decline = keyof typeof declines;

/** The code that the checkout API shows. The wire contract has no code for a rejected currency. */
export const codeOf = (decline: Decline): CustomerCode =>
  decline === 'PAYMENT_CURRENCY_REJECTED' ? 'PAYMENT_REJECTED' : decline;
