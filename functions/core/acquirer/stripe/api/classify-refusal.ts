import { log } from '#observability/log.ts';
import { acquirerRefusal } from '#observability/metrics.ts';
import type { Decline } from '../../decline.ts';
import type { Answer, StripeError } from './client.ts';

type Refusal = Extract<Answer<unknown>, { state: 'refused' }>;

/**
 * Distinguishes a declined card from a mistake on Florin's side. Stripe answers both with an HTTP error. Florin's
 * mistakes: its key was revoked (401), the key lacks a right or the account was disconnected (403), the account takes
 * no payments, or the request does not fit the API version (400, `invalid_request_error`).
 */
export function classifyRefusal(
  answer: Refusal,
):
  | { state: 'declined'; decline: Decline; reference: string | undefined }
  | { state: 'forbidden'; cause: string } {
  const { status, error } = answer;
  if (isFaultOfFlorin(answer)) {
    // `client.ts` has already counted the refusal of a key in the metrics.
    if (!isRefusedKey(status)) log('error', { stripe: 'Refused us', status, ...acquirerRefusal() });
    return { state: 'forbidden', cause: [status, error.code ?? error.type].filter(Boolean).join(' ') };
  }
  const reference = error.payment_intent?.id ?? error.setup_intent?.id;
  return { state: 'declined', decline: declineOf(error), reference };
}

/**
 * Whether Stripe refuses the key, its rights or the connected account
 * (https://docs.stripe.com/error-low-level#http-status-code-summary).
 */
export const isRefusedKey = (status: number): boolean => status === 401 || status === 403;

/** Parameters whose values come from the customer or the merchant. A wrong value there is no mistake of Florin's. */
const customerFields = /^(amount|card|billing_details|payment_method\b|customer$)/;

function isFaultOfFlorin({ status, error }: Refusal): boolean {
  if (isRefusedKey(status)) return true;
  if (error.type === 'card_error' || knownDeclineOf(error)) return false;
  // Mistakes of the caller: a stored card that Stripe has deleted, or an amount above what is left of a payment.
  const theirs = error.code === undefined || /^(resource_missing|parameter_invalid)/.test(error.code);
  return !(theirs && error.param !== undefined && customerFields.test(error.param));
}

/**
 * Stripe's codes for each decline: the issuers' codes (https://docs.stripe.com/declines/codes), and the error codes of
 * card payments (https://docs.stripe.com/error-codes). Each code is here once. Stripe asks merchants not to tell
 * customers about lost, stolen and fraudulent cards, so their declines have a general message.
 */
export const codes: Partial<Record<Decline, string>> = {
  PAYMENT_CURRENCY_REJECTED: 'currency_not_supported',
  PAYMENT_REJECTED:
    'card_declined fraudulent merchant_blacklist testmode_decline invalid_amount ' +
    'duplicate_transaction amount_too_small card_decline_rate_limit_exceeded highest_risk_level ' +
    'payment_method_customer_decline balance_insufficient charge_already_refunded charge_disputed ' +
    'charge_already_captured charge_expired_for_capture payment_intent_unexpected_state ' +
    'setup_intent_unexpected_state refund_disputed_payment capture_unauthorized_payment ' +
    'capture_charge_authorization_expired charge_not_refundable charge_invalid_parameter intent_invalid_state ' +
    'invalid_charge_amount payment_intent_rate_limit_exceeded',
  PAYMENT_REJECTED_BY_ISSUER:
    'generic_decline do_not_honor do_not_try_again call_issuer approve_with_id no_action_taken not_permitted ' +
    'service_not_allowed transaction_not_allowed try_again_later reenter_transaction security_violation ' +
    'revocation_of_authorization revocation_of_all_authorizations stop_payment_order incorrect_address ' +
    'incorrect_zip incorrect_pin invalid_pin pin_try_exceeded offline_pin_required ' +
    'online_or_offline_pin_required new_account_information_available payment_method_provider_decline ' +
    'payment_intent_payment_attempt_failed setup_attempt_failed payment_intent_mandate_invalid ' +
    'setup_intent_mandate_invalid debit_not_authorized refer_to_customer',
  PAYMENT_CARD_NUMBER_INVALID: 'incorrect_number invalid_number',
  PAYMENT_CARD_SECURITY_CODE_INVALID: 'incorrect_cvc invalid_cvc',
  PAYMENT_CARD_EXPIRED: 'expired_card invalid_expiry_month invalid_expiry_year',
  PAYMENT_CARD_DISABLED: 'invalid_account restricted_card',
  PAYMENT_CARD_LOST: 'lost_card stolen_card pickup_card',
  PAYMENT_INSUFFICIENT_FUNDS: 'insufficient_funds',
  PAYMENT_AMOUNT_LIMIT:
    'card_velocity_exceeded withdrawal_count_limit_exceeded amount_too_large ' +
    'charge_exceeds_source_limit charge_exceeds_transaction_limit',
  PAYMENT_CARD_SCHEME_UNSUPPORTED: 'card_not_supported invalid_card_type payment_method_not_available',
  PAYMENT_METHOD_ERROR:
    'processing_error issuer_not_available payment_method_provider_timeout ' +
    'payment_method_invalid_parameter payment_method_unexpected_state payment_method_currency_mismatch ' +
    'payment_intent_incompatible_payment_method token_already_used token_in_use email_invalid ' +
    'invalid_characters postal_code_invalid country_code_invalid state_unsupported ' +
    'customer_max_payment_methods',
  TDSECURE_REQUIRED:
    'authentication_required authentication_not_handled mobile_device_authentication_required ' +
    'payment_intent_action_required',
  TDSECURE_FAILED:
    'payment_intent_authentication_failure setup_intent_authentication_failure ' +
    'payment_intent_payment_attempt_expired setup_intent_setup_attempt_expired',
};

const declineByCode = new Map(
  Object.entries(codes).flatMap(([decline, list]) =>
    list.split(' ').map((code) => [code, decline as Decline] as const),
  ),
);

/** The decline that a code of Stripe's means; undefined for a code that is not about a card or a payment. */
export const knownDeclineOf = ({ decline_code = '', code = '' }: StripeError): Decline | undefined =>
  declineByCode.get(decline_code) ?? declineByCode.get(code);

/** Returns the decline of an error. The issuer's reason is more precise than Stripe's code `card_declined`. */
export const declineOf = (error: StripeError): Decline =>
  knownDeclineOf(error) ?? (error.type === 'card_error' ? 'PAYMENT_REJECTED' : 'PAYMENT_METHOD_ERROR');
