import en from '../../../functions/core/messages/en.json';
import { Cancelled, TimedOut } from '../../../functions/payment-page/client/attempt/challenge-frame.ts';
import { refusalOf } from '../../../functions/payment-page/client/attempt/refusals.ts';
import { Open, Refused, Trouble, Unreachable } from '../../../functions/payment-page/client/basics/wire.ts';
import type { PageData } from '../../../functions/payment-page/page-data.ts';

const { errors, payer, receipt, saved } = en.page;
const data = {
  merchant: 'Coffee & John',
  schemes: { visa: 'Visa', mastercard: 'Mastercard' },
  payer: {
    name: { missing: payer.nameMissing, invalid: payer.nameInvalid },
    email: { missing: payer.emailMissing, invalid: receipt.mailInvalid },
  },
  messages: { errors },
} as unknown as PageData;

const these = 'Use one of these cards: Visa, Mastercard.';

test.each([
  ['PAYMENT_CARD_NUMBER_INVALID', 'number', errors.numberInvalid],
  ['PAYMENT_CARD_SCHEME_UNKNOWN', 'number', these],
  ['PAYMENT_CARD_SCHEME_UNSUPPORTED', 'number', these],
  ['PAYMENT_CARD_EXPIRED', 'expiry', errors.expired],
  ['PAYMENT_CARD_SECURITY_CODE_INVALID', 'code', errors.codeInvalid],
])('the message about %s stands at the field %s', (code, field, message) => {
  expect(refusalOf(new Refused(code), data)).toEqual({ field, message });
});

test.each([
  ['PAYMENT_INSUFFICIENT_FUNDS', errors.funds],
  ['PAYMENT_AMOUNT_LIMIT', errors.limit],
  ['PAYMENT_CARD_DISABLED', errors.disabled],
  ['PAYMENT_CARD_LOST', errors.rejected],
  ['PAYMENT_REJECTED', errors.rejected],
  ['TDSECURE_REQUIRED', errors.tds],
  ['TDSECURE_FAILED', errors.tds],
  ['TOKEN_INVALID', errors.tooOld],
  ['A_CODE_OF_TOMORROW', errors.rejected],
])('the message about %s stands above the form', (code, words) => {
  expect(refusalOf(new Refused(code), data)).toEqual({ words: [words] });
});

test.each(['IDEMPOTENCY_KEY_REUSED', 'PAYMENT_CHALLENGE_UNAVAILABLE'])(
  '%s leaves open whether the customer has paid',
  (code) => expect(refusalOf(new Refused(code), data)).toBeUndefined(),
);

test('a cancelled and a timed-out 3-D Secure challenge have their own messages', () => {
  expect(refusalOf(new Cancelled(), data)).toEqual({ words: [errors.cancelled] });
  expect(refusalOf(new TimedOut(), data)).toEqual({ words: [errors.tdsTimeout] });
});

test.each([
  ['name', payer.nameInvalid],
  ['email', receipt.mailInvalid],
] as const)('the message about a wrong %s of the payer stands at its field', (field, message) => {
  const refused = new Refused('REQUEST_INVALID', `payer.${field}: Must be something else`);
  expect(refusalOf(refused, data)).toEqual({ field: `payer-${field}`, message });
});

test.each([
  'PAYMENT_INTEGRATION_DISABLED',
  'PAYMENT_INTEGRATION_KEY_UNKNOWN',
  'PAYMENT_RECEIVER_BLOCKED',
  'PAYMENT_METHOD_ERROR',
  'TEST_MODE_MIXED',
  'REQUEST_INVALID',
  'BODY_INVALID',
])('the message about %s blames the merchant’s side instead of the card', (code) => {
  const words = { ...data, messages: { errors: { ...errors, merchant: 'Not at the moment.' } } };
  expect(refusalOf(new Refused(code), words as unknown as PageData)).toEqual({
    words: ['Not at the moment.'],
  });
});

test('the message about a refused saved card says that the card is gone', () => {
  const words = { ...data, saved } as unknown as PageData;
  expect(refusalOf(new Refused('REQUEST_INVALID'), words)).toEqual({ words: [saved.gone] });
});

test.each([
  new Unreachable(),
  new Trouble('503'),
  new Open(),
  new Refused('IDEMPOTENCY_KEY_REUSED'),
  new TypeError('a bug'),
])('%s has no refusal message because the outcome of the payment is unknown', (error) => {
  expect(refusalOf(error, data)).toBeUndefined();
});
