import { codeOf, type Decline, declines } from '../../../../functions/core/acquirer/decline.ts';
import {
  classifyRefusal,
  codes,
  declineOf,
} from '../../../../functions/core/acquirer/stripe/api/classify-refusal.ts';
import { processingError } from '../../../../functions/core/domain/processing-error.ts';

/** All codes of https://docs.stripe.com/declines/codes. */
const issuers =
  `authentication_not_handled authentication_required approve_with_id call_issuer card_not_supported
card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card
fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip
insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number
invalid_pin issuer_not_available lost_card merchant_blacklist mobile_device_authentication_required
new_account_information_available no_action_taken not_permitted offline_pin_required online_or_offline_pin_required
pickup_card pin_try_exceeded processing_error reenter_transaction restricted_card revocation_of_all_authorizations
revocation_of_authorization security_violation service_not_allowed stolen_card stop_payment_order testmode_decline
transaction_not_allowed try_again_later withdrawal_count_limit_exceeded`.split(/\s+/);

/** The codes for card payments of https://docs.stripe.com/error-codes that the list of decline codes lacks. */
const errors = `capture_charge_authorization_expired charge_not_refundable charge_exceeds_source_limit
charge_exceeds_transaction_limit payment_method_currency_mismatch setup_intent_setup_attempt_expired
payment_intent_mandate_invalid intent_invalid_state email_invalid`.split(/\s+/);

const all = Object.values(codes).flatMap((list) => list.split(' '));

test('the table has each code of Stripe exactly once, under a known decline', () => {
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
  expect([...issuers, ...errors].filter((code) => !all.includes(code))).toEqual([]);
  expect(Object.keys(codes).filter((decline) => !(decline in declines))).toEqual([]);
});

test('the issuer’s decline code takes precedence over Stripe’s error code', () => {
  const type = 'card_error';
  expect(declineOf({ type, code: 'card_declined', decline_code: 'insufficient_funds' })).toBe(
    'PAYMENT_INSUFFICIENT_FUNDS',
  );
  expect(declineOf({ type, code: 'incorrect_cvc', decline_code: 'a_new_one' })).toBe(
    'PAYMENT_CARD_SECURITY_CODE_INVALID',
  );
  expect(declineOf({ type, code: 'a_new_one' })).toBe('PAYMENT_REJECTED');
  expect(declineOf({ type: 'invalid_request_error', code: 'a_new_one' })).toBe('PAYMENT_METHOD_ERROR');
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
  [400, { code: 'a_code_of_later', param: 'amount' }, 'forbidden'],
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
