import { readFileSync } from 'node:fs';
import { codeOf, type Decline, declines } from '../../../../functions/core/acquirer/decline.ts';
import {
  classifyRefusal,
  declineOf,
} from '../../../../functions/core/acquirer/stripe/api/classify-refusal.ts';
import { adviceOf } from '../../../../functions/core/acquirer/stripe/api/decline-advice.ts';
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

/** The error codes of the types of Stripe's SDK, of which a payment's last error has one. */
const errors = codesOfSdk('PaymentIntents');

/** The codes of the SDK that no payment by card is declined with. Each other code is a decline. */
const others =
  `account_closed account_country_invalid_address account_error_country_change_requires_additional_steps
account_information_mismatch account_invalid account_number_invalid account_token_required_for_v2_account
acss_debit_session_incomplete action_blocked alipay_upgrade_required amount_details_amount_mismatch
amount_details_tax_shipping_discount_greater_than_amount anomalous_money_movement_request api_key_expired
application_fees_not_allowed approval_required balance_invalid_parameter bank_account_bad_routing_numbers
bank_account_declined bank_account_exists bank_account_restricted bank_account_unusable bank_account_unverified
bank_account_verification_failed billing_invalid_mandate bitcoin_upgrade_required capability_not_active
cardholder_phone_number_required clearing_code_unsupported country_unsupported coupon_expired
customer_max_subscriptions customer_session_expired customer_tax_location_invalid
dispute_evidence_page_limit_exceeded failed_tax_calculation
financial_account_balance_does_not_support_currency financial_account_capability_not_enabled
financial_account_capability_restricted financial_connections_account_inactive
financial_connections_account_pending_account_numbers financial_connections_account_unavailable_account_numbers
financial_connections_consent_locale_invalid financial_connections_consent_locale_unsupported
financial_connections_no_successful_transaction_refresh forwarding_api_inactive forwarding_api_invalid_parameter
forwarding_api_retryable_upstream_error forwarding_api_upstream_connection_error
forwarding_api_upstream_connection_timeout forwarding_api_upstream_error idempotency_key_in_use
instant_payouts_config_disabled instant_payouts_currency_disabled instant_payouts_limit_exceeded
instant_payouts_unsupported intent_verification_method_missing invalid_canceled_subscription_fields
invalid_mandate_reference_prefix_format invalid_source_usage invalid_tax_location invoice_no_customer_line_items
invoice_no_payment_method_types invoice_no_subscription_line_items invoice_not_editable
invoice_on_behalf_of_not_editable invoice_payment_intent_requires_action invoice_upcoming_none livemode_mismatch
lock_timeout missing no_account not_allowed_on_standard_account out_of_inventory ownership_declaration_not_allowed
parameter_invalid_empty parameter_invalid_integer parameter_invalid_string_blank parameter_invalid_string_empty
parameter_missing parameter_unknown parameters_exclusive payment_evaluation_on_api_version_not_supported
payment_intent_invalid_parameter payment_intent_konbini_rejected_confirmation_number
payment_method_bank_account_already_verified payment_method_bank_account_blocked
payment_method_configuration_failures payment_method_microdeposit_failed
payment_method_microdeposit_processing_error payment_method_microdeposit_verification_amounts_invalid
payment_method_microdeposit_verification_amounts_mismatch
payment_method_microdeposit_verification_attempts_exceeded
payment_method_microdeposit_verification_descriptor_code_mismatch payment_method_microdeposit_verification_timeout
payment_method_unactivated payout_reconciliation_not_ready payouts_limit_exceeded payouts_not_allowed
platform_account_required platform_api_key_expired product_inactive progressive_onboarding_limit_exceeded rate_limit
resource_already_exists resource_missing return_intent_already_processed routing_number_invalid secret_key_required
sepa_unsupported_account service_period_coupon_with_metered_tiered_item_unsupported setup_intent_invalid_parameter
setup_intent_mobile_wallet_unsupported shipping_address_invalid shipping_calculation_failed siret_invalid sku_inactive
smart_disputes_not_available status_transition_invalid storer_capability_missing storer_capability_not_active
stripe_tax_inactive subscription_update_trial_after_billing_cycle_anchor tax_id_invalid tax_id_prohibited
taxes_calculation_failed terminal_location_country_unsupported terminal_reader_busy terminal_reader_hardware_fault
terminal_reader_invalid_location_for_activation terminal_reader_invalid_location_for_payment terminal_reader_offline
terminal_reader_timeout testmode_charges_only tls_version_unsupported transfer_source_balance_parameters_mismatch
transfers_not_allowed url_invalid`.split(/\s+/);

/** The members of all unions `Code` in the types of a resource in Stripe's SDK. */
function codesOfSdk(resource: string): string[] {
  const types = readFileSync(`node_modules/stripe/esm/resources/${resource}.d.ts`, 'utf8');
  const unions = [...types.matchAll(/type Code = ([^;]*);/g)].map(([, union]) => union).join();
  return [...new Set([...unions.matchAll(/'(\w+)'/g)].map(([, code = '']) => code))];
}

/** The decline of each code. */
const codes: Partial<Record<Decline, string>> = {
  PAYMENT_CURRENCY_REJECTED: 'currency_not_supported',
  PAYMENT_REJECTED:
    'card_declined fraudulent merchant_blacklist testmode_decline invalid_amount ' +
    'duplicate_transaction amount_too_small card_decline_rate_limit_exceeded highest_risk_level ' +
    'payment_method_customer_decline balance_insufficient charge_already_refunded charge_disputed ' +
    'charge_already_captured charge_expired_for_capture payment_intent_unexpected_state request_blocked ' +
    'setup_intent_unexpected_state refund_disputed_payment capture_unauthorized_payment ' +
    'capture_charge_authorization_expired charge_not_refundable charge_invalid_parameter intent_invalid_state ' +
    'invalid_charge_amount payment_intent_rate_limit_exceeded',
  PAYMENT_REJECTED_BY_ISSUER:
    'generic_decline do_not_honor do_not_try_again call_issuer approve_with_id no_action_taken not_permitted ' +
    'service_not_allowed transaction_not_allowed try_again_later reenter_transaction security_violation ' +
    'revocation_of_authorization revocation_of_all_authorizations stop_payment_order incorrect_address ' +
    'incorrect_zip incorrect_postal_code india_recurring_payment_mandate_canceled incorrect_pin invalid_pin pin_try_exceeded offline_pin_required ' +
    'online_or_offline_pin_required new_account_information_available payment_method_provider_decline ' +
    'payment_intent_payment_attempt_failed setup_attempt_failed payment_intent_mandate_invalid ' +
    'setup_intent_mandate_invalid debit_not_authorized refer_to_customer',
  PAYMENT_CARD_NUMBER_INVALID: 'incorrect_number invalid_number',
  PAYMENT_CARD_SECURITY_CODE_INVALID: 'incorrect_cvc invalid_cvc',
  PAYMENT_CARD_EXPIRED: 'expired_card expired_payment_method invalid_expiry_month invalid_expiry_year',
  PAYMENT_CARD_DISABLED: 'invalid_account restricted_card payment_method_restricted',
  PAYMENT_CARD_LOST: 'lost_card stolen_card pickup_card',
  PAYMENT_INSUFFICIENT_FUNDS: 'insufficient_funds',
  PAYMENT_AMOUNT_LIMIT:
    'card_velocity_exceeded withdrawal_count_limit_exceeded amount_too_large ' +
    'charge_exceeds_source_limit charge_exceeds_transaction_limit',
  PAYMENT_CARD_SCHEME_UNSUPPORTED:
    'card_not_supported invalid_card_type payment_method_not_available payment_method_unsupported_type ' +
    'token_card_network_invalid',
  PAYMENT_METHOD_ERROR:
    'processing_error issuer_not_available payment_method_provider_timeout ' +
    'payment_method_invalid_parameter payment_method_unexpected_state payment_method_currency_mismatch ' +
    'payment_intent_incompatible_payment_method token_already_used token_in_use email_invalid ' +
    'invalid_characters postal_code_invalid country_code_invalid state_unsupported ' +
    'customer_max_payment_methods payment_method_billing_details_address_missing ' +
    'payment_method_invalid_parameter_testmode',
  TDSECURE_REQUIRED:
    'authentication_required authentication_not_handled mobile_device_authentication_required ' +
    'payment_intent_action_required',
  TDSECURE_FAILED:
    'authentication_failure three_d_secure_authentication_not_supported ' +
    'three_d_secure_authentication_upstream_error payment_intent_authentication_failure setup_intent_authentication_failure ' +
    'payment_intent_payment_attempt_expired setup_intent_setup_attempt_expired',
};

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
  expect(codesOfSdk('SetupIntents').filter((code) => !errors.includes(code))).toEqual([]);
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
