import type { DeclineAdvice } from '#domain/processing-error.ts';
import { log } from '#observability/log.ts';
import { acquirerRefusal } from '#observability/metrics.ts';
import type { Decline } from '../../decline.ts';
import type { Answer, StripeError } from './client.ts';
import { adviceOf } from './decline-advice.ts';

type Refusal = Extract<Answer<unknown>, { state: 'refused' }>;

/**
 * Distinguishes a declined card from a mistake on Florin's side. Stripe answers both with an HTTP error. Florin's
 * mistakes: its key was revoked (401), the key lacks a right or the account was disconnected (403), the account takes
 * no payments, or the request does not fit the API version (400, `invalid_request_error`).
 *
 * @param byMethod for a payment by a method other than a card, which its merchant may have switched off at Stripe
 */
export function classifyRefusal(
  answer: Refusal,
  byMethod = false,
):
  | { state: 'declined'; decline: Decline; advice?: DeclineAdvice; reference: string | undefined }
  | { state: 'forbidden'; cause: string } {
  const { status, error } = answer;
  if (byMethod && isSwitchedOff(answer))
    return { state: 'declined', decline: 'PAYMENT_METHOD_ERROR', reference: undefined };
  if (isFaultOfFlorin(answer)) {
    // `client.ts` has already counted the refusal of a key in the metrics.
    if (!isRefusedKey(status)) log('error', { stripe: 'Refused us', status, ...acquirerRefusal() });
    return { state: 'forbidden', cause: [status, error.code ?? error.type].filter(Boolean).join(' ') };
  }
  const reference = error.payment_intent?.id ?? error.setup_intent?.id;
  return byMethod
    ? { state: 'declined', decline: declineOfMethod(error), reference }
    : { state: 'declined', decline: declineOf(error), advice: adviceOf(error), reference };
}

/**
 * Whether the account does not take the method, or not for this payment. Stripe's error has no code if it has left out
 * the only type that a new intent may have
 * (https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter).
 */
const isSwitchedOff = ({ status, error: { code, param } }: Refusal): boolean =>
  status === 400 &&
  (code === undefined
    ? param === undefined
    : /^payment_(method_unactivated|intent_incompatible_payment_method)$/.test(code));

/**
 * Whether Stripe refuses the key, its rights or the connected account
 * (https://docs.stripe.com/error-low-level#http-status-code-summary).
 */
export const isRefusedKey = (status: number): boolean => status === 401 || status === 403;

/** Parameters whose values come from the customer or the merchant. A wrong value there is no mistake of Florin's. */
const customerFields = /^(amount|card|billing_details|payment_method\b|customer$)/;

/**
 * Codes about Florin's request, key or account. The card or the payment is the reason of all other codes, among them
 * codes that are newer than this list, so that an expired card is never an alarm for Florin's operators.
 */
const florinsCodes =
  /^((account|api_key|application_fees|capability|livemode|no|parameters?|platform|resource|secret_key|tls|url)_|testmode_charges|payment_method_(types|configuration|unactivated))|_intent_invalid_parameter$/;

function isFaultOfFlorin({ status, error }: Refusal): boolean {
  const { type, code, param } = error;
  if (isRefusedKey(status)) return true;
  if (type === 'card_error' || knownDeclineOf(error)) return false;
  if (code !== undefined && !florinsCodes.test(code)) return false;
  // Mistakes of the caller: a stored card that Stripe has deleted, or an amount above what is left of a payment.
  const theirs = code === undefined || /^(resource_missing|parameter_invalid)/.test(code);
  return !(theirs && param !== undefined && customerFields.test(param));
}

/**
 * Stripe's codes for each decline: the issuers' codes (https://docs.stripe.com/declines/codes), and the error codes of
 * card payments (https://docs.stripe.com/error-codes). The tests have each code with its decline. A code that is not
 * here is a plain rejection. Stripe asks merchants not to tell customers about lost, stolen and fraudulent cards, so
 * their declines have a general message.
 */
const codes: Partial<Record<Decline, RegExp>> = {
  PAYMENT_CURRENCY_REJECTED: /^currency_not_supported$/,
  PAYMENT_REJECTED_BY_ISSUER:
    /^(generic_decline|do_not_\w+|call_issuer|approve_with_id|no_action_taken|not_permitted|(service|transaction)_not_allowed|try_again_later|reenter_transaction|security_violation|revocation_of_\w+|stop_payment_order|incorrect_(address|zip|postal_code)|\w*pin(_required|_try_exceeded)?|new_account_information_available|payment_method_provider_decline|\w+_attempt_failed|\w+_mandate_(invalid|canceled)|debit_not_authorized|refer_to_customer)$/,
  PAYMENT_CARD_NUMBER_INVALID: /^(incorrect|invalid)_number$/,
  PAYMENT_CARD_SECURITY_CODE_INVALID: /^(incorrect|invalid)_cvc$/,
  PAYMENT_CARD_EXPIRED: /^(expired_(card|payment_method)|invalid_expiry_\w+)$/,
  PAYMENT_CARD_DISABLED: /^(invalid_account|restricted_card|payment_method_restricted)$/,
  PAYMENT_CARD_LOST: /^(lost|stolen|pickup)_card$/,
  PAYMENT_INSUFFICIENT_FUNDS: /^insufficient_funds$/,
  PAYMENT_AMOUNT_LIMIT:
    /^(card_velocity_exceeded|withdrawal_count_limit_exceeded|amount_too_large|charge_exceeds_\w+)$/,
  PAYMENT_CARD_SCHEME_UNSUPPORTED:
    /^(card_not_supported|invalid_card_type|payment_method_(not_available|unsupported_type)|token_card_network_invalid)$/,
  PAYMENT_METHOD_ERROR:
    /^(processing_error|issuer_not_available|payment_method_(provider_timeout|invalid_parameter\w*|unexpected_state|currency_mismatch|billing\w+)|payment_intent_incompatible_payment_method|token_(already_used|in_use)|invalid_characters|(email|postal_code|country_code)_invalid|state_unsupported|customer_max_payment_methods)$/,
  TDSECURE_REQUIRED: /^(\w*authentication_(required|not_handled)|payment_intent_action_required)$/,
  TDSECURE_FAILED: /^(\w*authentication_failure|three_d_secure_\w+|\w+_attempt_expired)$/,
};

/** The decline that a code of Stripe's means; undefined for a plain rejection, and for a code that is not about a card. */
const knownDeclineOf = ({ decline_code = '', code = '' }: StripeError): Decline | undefined =>
  declineByCode(decline_code) ?? declineByCode(code);

const declineByCode = (code: string): Decline | undefined =>
  (Object.keys(codes) as Decline[]).find((decline) => codes[decline]?.test(code));

/**
 * Returns the decline of an error. The issuer's reason is more precise than Stripe's code `card_declined`. A code that
 * is newer than this list is a plain rejection.
 */
export const declineOf = (error: StripeError): Decline =>
  knownDeclineOf(error) ??
  (error.type === 'card_error' || error.code ? 'PAYMENT_REJECTED' : 'PAYMENT_METHOD_ERROR');

/**
 * The declines of methods other than cards: their customers have said no, or nothing in time, which is no matter of
 * 3-D Secure, or have typed a code that is wrong or too old
 * (https://docs.stripe.com/declines/codes, https://docs.stripe.com/payments/klarna/accept-a-payment, Error messaging).
 */
const methodCodes: Partial<Record<Decline, RegExp>> = {
  PAYMENT_REJECTED:
    /^(customer_declined|payment_method_(customer_decline|provider_timeout)|\w+_attempt_expired)$/,
  PAYMENT_REJECTED_BY_ISSUER:
    /^(\w*authentication_\w+|three_d_secure_\w+|payment_method_not_available|partner_\w+|compliance_violation|payment_disputed|(invalid|expired)_(customer_account|billing_agreement|business_account|authorization|payment_information))$/,
  PAYMENT_AMOUNT_LIMIT: /^(payment_limit_exceeded|invalid_amount)$/,
  PAYMENT_METHOD_ERROR: /^code_(invalid|expired)$/,
};

/** The decline of a payment by a method other than a card. The provider's reason is more precise than Stripe's code. */
export const declineOfMethod = (error: StripeError): Decline =>
  declineByMethodCode(error.decline_code) ?? declineByMethodCode(error.code) ?? declineOf(error);

const declineByMethodCode = (code = ''): Decline | undefined =>
  (Object.keys(methodCodes) as Decline[]).find((decline) => methodCodes[decline]?.test(code)) ??
  declineByCode(code);
