import { codeOf, type Decline, declines } from '../../../../functions/core/acquirer/decline.ts';
import {
  classifyRefusal,
  declineOf,
} from '../../../../functions/core/acquirer/stripe/api/classify-refusal.ts';
import { adviceOf } from '../../../../functions/core/acquirer/stripe/api/decline-advice.ts';
import { processingError } from '../../../../functions/core/domain/processing-error.ts';
import { codes, issuers, others } from '../../../contract/stripe/codes.ts';
import { unionOf } from '../../../contract/stripe/sdk.ts';

/** The error codes of the types of Stripe's SDK, of which a payment's last error has one. */
const errors = unionOf('PaymentIntents', 'Code');

const all = Object.values(codes).flatMap((list) => list.split(' '));

test('the table has each code of Stripe exactly once, under a known decline', () => {
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
  expect(issuers.filter((code) => !all.includes(code))).toEqual([]);
  expect(Object.keys(codes).filter((decline) => !(decline in declines))).toEqual([]);
});

test('each error code in the types of Stripe’s SDK is a decline, or known to be none', () => {
  expect(errors.length).toBeGreaterThan(200);
  expect(errors.filter((code) => all.includes(code) === others.includes(code))).toEqual([]);
  expect(others.filter((code) => !errors.includes(code))).toEqual([]);
  expect(unionOf('SetupIntents', 'Code').filter((code) => !errors.includes(code))).toEqual([]);
});

test.each(Object.entries(codes))(
  'the codes of %s mean that decline, in each shape of error',
  (decline, list) => {
    for (const code of list.split(' ')) {
      const shapes = [
        { code },
        { type: 'card_error', code: 'card_declined', decline_code: code },
        { type: 'invalid_request_error', code },
      ];
      expect([code, ...shapes.map(declineOf)]).toEqual([code, decline, decline, decline]);
      const refusal = { state: 'refused', status: 400, error: { code }, request: null } as const;
      expect([code, classifyRefusal(refusal).state]).toEqual([code, 'declined']);
    }
  },
);

test('the issuer’s decline code takes precedence over Stripe’s error code', () => {
  const type = 'card_error';
  expect(declineOf({ type, code: 'card_declined', decline_code: 'insufficient_funds' })).toBe(
    'PAYMENT_INSUFFICIENT_FUNDS',
  );
  expect(declineOf({ type, code: 'incorrect_cvc', decline_code: 'a_new_one' })).toBe(
    'PAYMENT_CARD_SECURITY_CODE_INVALID',
  );
  expect(declineOf({ type, code: 'a_new_one' })).toBe('PAYMENT_REJECTED');
  expect(declineOf({ type: 'invalid_request_error', code: 'a_new_one' })).toBe('PAYMENT_REJECTED');
  expect(declineOf({ type: 'invalid_request_error' })).toBe('PAYMENT_METHOD_ERROR');
  expect(declineOf({})).toBe('PAYMENT_METHOD_ERROR');
});

test('lost, stolen and picked-up cards share one decline code, and suspected fraud is a general decline', () => {
  expect(new Set(['lost_card', 'stolen_card', 'pickup_card'].map((code) => declineOf({ code })))).toEqual(
    new Set(['PAYMENT_CARD_LOST']),
  );
  expect(declineOf({ code: 'card_declined', decline_code: 'fraudulent' })).toBe('PAYMENT_REJECTED');
});

test('only currency_not_supported is reported as an invalid currency', () => {
  const blamed = Object.entries(codes).flatMap(([decline, list]) =>
    processingError(declines[decline as Decline]).text === 'Invalid currency' ? list.split(' ') : [],
  );
  expect(blamed).toEqual(['currency_not_supported']);
  expect(codeOf('PAYMENT_CURRENCY_REJECTED')).toBe('PAYMENT_REJECTED');
});

test.each([
  ['currency_not_supported', 'PAYMENT_CURRENCY_REJECTED'],
  ['highest_risk_level', 'PAYMENT_REJECTED'],
  ['merchant_blacklist', 'PAYMENT_REJECTED'],
  ['charge_disputed', 'PAYMENT_REJECTED'],
  ['do_not_honor', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['try_again_later', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['revocation_of_all_authorizations', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['incorrect_number', 'PAYMENT_CARD_NUMBER_INVALID'],
  ['incorrect_cvc', 'PAYMENT_CARD_SECURITY_CODE_INVALID'],
  ['invalid_cvc', 'PAYMENT_CARD_SECURITY_CODE_INVALID'],
  ['expired_card', 'PAYMENT_CARD_EXPIRED'],
  ['invalid_expiry_year', 'PAYMENT_CARD_EXPIRED'],
  ['restricted_card', 'PAYMENT_CARD_DISABLED'],
  ['insufficient_funds', 'PAYMENT_INSUFFICIENT_FUNDS'],
  ['withdrawal_count_limit_exceeded', 'PAYMENT_AMOUNT_LIMIT'],
  ['amount_too_large', 'PAYMENT_AMOUNT_LIMIT'],
  ['card_not_supported', 'PAYMENT_CARD_SCHEME_UNSUPPORTED'],
  ['issuer_not_available', 'PAYMENT_METHOD_ERROR'],
  ['processing_error', 'PAYMENT_METHOD_ERROR'],
  ['authentication_required', 'TDSECURE_REQUIRED'],
  ['payment_intent_authentication_failure', 'TDSECURE_FAILED'],
  ['setup_intent_authentication_failure', 'TDSECURE_FAILED'],
  ['authentication_failure', 'TDSECURE_FAILED'],
  ['expired_payment_method', 'PAYMENT_CARD_EXPIRED'],
  ['incorrect_postal_code', 'PAYMENT_REJECTED_BY_ISSUER'],
  ['payment_method_restricted', 'PAYMENT_CARD_DISABLED'],
])('a card that is refused with the code %s is declined with %s', (code, decline) => {
  expect(declineOf({ type: 'card_error', code })).toBe(decline);
  expect(declineOf({ type: 'card_error', code: 'card_declined', decline_code: code })).toBe(decline);
});

test.each<[number, object, 'declined' | 'forbidden']>([
  [402, { type: 'card_error', code: 'a_code_of_later' }, 'declined'],
  [400, { code: 'card_declined', decline_code: 'insufficient_funds' }, 'declined'],
  [400, { code: 'a_code_of_later', decline_code: 'insufficient_funds' }, 'declined'],
  [400, { param: 'amount' }, 'declined'],
  [400, { param: 'card[number]' }, 'declined'],
  [400, { code: 'resource_missing', param: 'customer' }, 'declined'],
  [400, { code: 'parameter_invalid_integer', param: 'amount' }, 'declined'],
  [400, { code: 'a_code_of_later' }, 'declined'],
  [400, { code: 'expired_payment_method' }, 'declined'],
  [400, { code: 'payment_method_restricted', param: 'payment_method' }, 'declined'],
  [400, { code: 'account_invalid' }, 'forbidden'],
  [400, { code: 'application_fees_not_allowed' }, 'forbidden'],
  [400, { code: 'capability_not_active' }, 'forbidden'],
  [400, { code: 'livemode_mismatch' }, 'forbidden'],
  [400, { code: 'no_account' }, 'forbidden'],
  [400, { code: 'parameter_unknown', param: 'amount' }, 'forbidden'],
  [400, { code: 'parameters_exclusive' }, 'forbidden'],
  [400, { code: 'payment_intent_invalid_parameter' }, 'forbidden'],
  [400, { code: 'payment_method_types_no_longer_supported' }, 'forbidden'],
  [400, { code: 'payment_method_unactivated' }, 'forbidden'],
  [400, { code: 'testmode_charges_only' }, 'forbidden'],
  [400, { code: 'url_invalid' }, 'forbidden'],
  [400, { param: 'customer_of_later' }, 'forbidden'],
  [400, { param: 'expand' }, 'forbidden'],
  [400, {}, 'forbidden'],
  // These statuses mean that Stripe refuses the API key, even if the error names a card or a field.
  [401, { type: 'card_error', code: 'card_declined' }, 'forbidden'],
  [403, { param: 'amount' }, 'forbidden'],
])('a refusal with the status %d and the error %j is: %s', (status, error, state) => {
  const logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(classifyRefusal({ state: 'refused', status, error, request: null }).state).toBe(state);
  // The client has already raised the alarm for a refused key.
  expect(logged.mock.calls.length).toBe(state === 'forbidden' && status === 400 ? 1 : 0);
  logged.mockRestore();
});

test.each(['payment_intent', 'setup_intent'])('a declined card names its %s', (name) => {
  const error = { type: 'card_error', [name]: { id: 'i_1' } };
  expect(classifyRefusal({ state: 'refused', status: 402, error, request: null })).toMatchObject({
    reference: 'i_1',
  });
});

test.each<[object, object | undefined]>([
  [{}, undefined],
  [{ decline_code: 'generic_decline' }, undefined],
  [{ advice_code: 'an_advice_of_later' }, undefined],
  [{ advice_code: 'try_again_later' }, { advice: 'try_again_later' }],
  [{ advice_code: 'confirm_card_data' }, { advice: 'confirm_card_data' }],
  [{ advice_code: 'do_not_try_again' }, { advice: 'do_not_try_again' }],
  [{ decline_code: 'stop_payment_order' }, { advice: 'do_not_try_again' }],
  [{ decline_code: 'revocation_of_all_authorizations' }, { advice: 'do_not_try_again' }],
  [{ network_advice_code: '01' }, { advice: 'confirm_card_data', networkAdvice: '01' }],
  [{ network_advice_code: '26' }, { advice: 'try_again_later', networkAdvice: '26' }],
  [{ network_advice_code: '21' }, { advice: 'do_not_try_again', networkAdvice: '21' }],
  [{ network_advice_code: '42' }, { networkAdvice: '42' }],
  [{ network_advice_code: 'a very long code' }, undefined],
  // Of two different pieces of advice, the stricter one counts.
  [
    { advice_code: 'try_again_later', network_advice_code: '03' },
    { advice: 'do_not_try_again', networkAdvice: '03' },
  ],
])('a decline with %j has the advice %j', (error, advice) => {
  const made = adviceOf(error);
  expect(made && JSON.parse(JSON.stringify(made))).toEqual(advice);
});
