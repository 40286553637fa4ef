import { answer, listOf, text, withDescription, yesOrNo } from './answer.ts';
import { id } from './types.ts';

/** One fault of a request. */
const fault = answer({
  field: withDescription(text, 'The field in dotted form (`company.country`), or `body`'),
  message: withDescription(text, 'The correction. For a failed amount constraint it states the bound'),
});

export const processingError = answer(
  {
    code: { type: 'integer', minimum: 1, maximum: 31, description: 'See the table of processing errors' },
    text,
    message: text,
    client: withDescription(yesOrNo, 'Whether the customer can fix the error'),
    merchant: withDescription(yesOrNo, 'Whether the merchant can fix the error'),
  },
  {
    advice: {
      type: 'string',
      enum: ['do_not_try_again', 'try_again_later', 'confirm_card_data'],
      description:
        'The advice of the bank or the card network about another attempt; absent without advice. After `do_not_try_again`, later payments with the same `cardId` or `transactionId` are declined without asking the acquirer',
    },
    networkAdvice: withDescription(
      text,
      'The card network’s own code of its advice, such as `03` of Mastercard',
    ),
  },
);

const message = withDescription(text, 'For people; may change');
const copy = withDescription(text, 'The same as `message`, which some shop plugins read here');

/** `{error, message, text}` of the merchants' API, where `code` is a number (see `processingError`). */
export const failure = (error: string) => answer({ error: { const: error }, message, text: copy });

/** `{code, message}` of the checkout API, with one of these codes. */
export const customerFailure = (...codes: readonly string[]) =>
  answer({ code: { type: 'string', enum: codes }, message });

const operation = withDescription(
  id,
  'The operation that is open; of an authorization this is also the id that its transaction gets',
);
const open = { const: 'OPERATION_OPEN' } as const;

/** An acquirer has not answered. */
export const operationOpen = answer({ error: open, message, text: copy, operation });
export const customerOperationOpen = answer({ code: open, message, operation });

/** Every code of the checkout API (wire contract, section 3). */
export const customerCodes = [
  'INTERNAL_ERROR',
  'ENDPOINT_NOT_FOUND',
  'VERSION_MISSING',
  'VERSION_UNSUPPORTED',
  'BODY_INVALID',
  'REQUEST_INVALID',
  'TOKEN_INVALID',
  'TOKEN_TYPE_UNEXPECTED',
  'TEST_MODE_MIXED',
  'PAYMENT_INTEGRATION_KEY_UNKNOWN',
  'PAYMENT_INTEGRATION_DISABLED',
  'PAYMENT_CHALLENGE_UNAVAILABLE',
  'PAYMENT_CARD_NUMBER_INVALID',
  'PAYMENT_CARD_SCHEME_UNKNOWN',
  'PAYMENT_CARD_SCHEME_UNSUPPORTED',
  'PAYMENT_CARD_SECURITY_CODE_INVALID',
  'PAYMENT_CARD_EXPIRED',
  'PAYMENT_CARD_DISABLED',
  'PAYMENT_CARD_LOST',
  'PAYMENT_AMOUNT_LIMIT',
  'PAYMENT_INSUFFICIENT_FUNDS',
  'PAYMENT_RECEIVER_BLOCKED',
  'PAYMENT_REJECTED_BY_ISSUER',
  'PAYMENT_REJECTED',
  'PAYMENT_METHOD_ERROR',
  'TDSECURE_REQUIRED',
  'TDSECURE_FAILED',
  'TOO_MANY_DECLINES',
] as const;

export type CustomerCode = (typeof customerCodes)[number];

const aside: readonly CustomerCode[] = ['INTERNAL_ERROR', 'ENDPOINT_NOT_FOUND', 'TOO_MANY_DECLINES'];

/** The schemas of errors, by name. */
export const errors = {
  faults: {
    ...listOf(fault, 'Every fault that was found, one for each field'),
    minItems: 1,
  },

  processingError,
  declined: {
    ...listOf(processingError, 'The one processing error: the acquirer or the issuer declined'),
    minItems: 1,
    maxItems: 1,
  },

  /** The customer's errors with status 400. */
  customerError: customerFailure(...customerCodes.filter((code) => !aside.includes(code))),

  /** The errors of the hello-world service, except those inside Florin. */
  helloError: { ...answer({ code: text, message: text }), xml: { name: 'error' } },
  helloInternal: {
    ...answer(
      { code: { const: 'INTERNAL_ERROR' }, message: text, requestId: text },
      { stack: withDescription(text, 'The stack trace, only on a stage that is configured to show it') },
    ),
    xml: { name: 'error' },
  },
} as const;
