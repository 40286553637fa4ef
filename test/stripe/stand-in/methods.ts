import type { Account, Charge, Intent, Method } from './account.ts';
import { ApiError, invalid, missing } from './errors.ts';
import { inner, list, type Params, text } from './form.ts';
import { type MethodRules, methodRules } from './method-rules.ts';

/**
 * The types of payment methods that an intent can have. Stripe leaves out a type that the account, the currency, the
 * amount or the manual capture exclude, without an error
 * (https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter).
 */
export function typesOf(
  { settings }: Account,
  params: Params,
  { amount, currency, capture_method }: Pick<Intent, 'amount' | 'currency' | 'capture_method'>,
): string[] {
  const fits = (type: string): boolean => {
    const rules = methodRules[type];
    if (!rules) return false;
    const { currencies, most, captureDays } = rules;
    return (
      settings.methods[type] === 'active' &&
      currencies.includes(currency) &&
      amount <= (most?.[currency] ?? Number.POSITIVE_INFINITY) &&
      (capture_method !== 'manual' || captureDays !== undefined)
    );
  };
  const asked = list(params, 'allowed_payment_method_types');
  const types = asked.filter((type) => type === 'card' || fits(type));
  if (asked.length > 0 && types.length === 0) throw new ApiError(400, { type: 'invalid_request_error' });
  return types;
}

/** The payment method that a confirmation brings in `payment_method_data`; undefined for another confirmation. */
export function newMethod(account: Account, intent: Intent, params: Params): Method | undefined {
  if (params.payment_method_data === undefined) return undefined;
  const data = inner(params, 'payment_method_data');
  const type = text(data, 'type') ?? '';
  const rules = methodRules[type];
  if (!rules) throw invalid('parameter_invalid', 'payment_method_data[type]');
  if (!intent.payment_method_types.includes(type))
    throw invalid('payment_intent_incompatible_payment_method', 'payment_method_data[type]');
  const billing_details = inner(data, 'billing_details') as Method['billing_details'];
  for (const name of rules.needs ?? [])
    if (!billing_details[name])
      throw invalid('parameter_missing', `payment_method_data[billing_details][${name}]`);
  return account.add<Method>('pm', { object: 'payment_method', type, billing_details, customer: null });
}

/** The answer of a customer. After `process`, the provider of the method answers later. */
export type MethodAnswer = 'approve' | 'reject' | 'cancel' | 'process';

/** Begins the customer's action. @throws ApiError if a code is missing or wrong */
export function askCustomer(
  account: Account,
  intent: Intent,
  method: Method,
  params: Params,
  base: string,
): void {
  const { action = 'redirect_to_url', seconds } = rulesOf(method);
  const returnUrl = text(params, 'return_url') ?? '';
  if (action !== 'blik_authorize' && !returnUrl)
    throw invalid('payment_intent_redirect_confirmation_without_return_url', 'return_url');
  const options = inner(inner(params, 'payment_method_options'), method.type);
  const code = text(options, 'code');
  if (action === 'blik_authorize' && !/^\d{6}$/.test(code ?? ''))
    throw invalid('parameter_missing', `payment_method_options[${method.type}][code]`);
  const [, pattern = ''] = /(\w+)@/.exec(method.billing_details.email ?? '') ?? [];
  if (pattern === 'invalid_code' || pattern === 'expired_code' || code === '000000')
    throw refuse(intent, {
      type: 'invalid_request_error',
      code: 'payment_method_invalid_parameter',
      decline_code: pattern === 'expired_code' ? 'code_expired' : 'code_invalid',
    });
  const url = `${base}/methods/${intent.id}?secret=${intent.client_secret}`;
  intent.status = 'requires_action';
  intent.next_action = { type: action, [action]: actions[action](url, returnUrl) };
  account.actions.set(intent.id, { until: account.now() + seconds * 1000, returnUrl });
  account.emit('payment_intent.requires_action', intent);
}

/** https://docs.stripe.com/api/payment_intents/object#payment_intent_object-next_action */
const actions = {
  redirect_to_url: (url: string, return_url: string) => ({ url, return_url }),
  swish_handle_redirect_or_display_qr_code: (url: string) => ({
    hosted_instructions_url: url,
    mobile_auth_url: url,
    qr_code: { data: url, image_url_png: `${url}&png`, image_url_svg: `${url}&svg` },
  }),
  blik_authorize: () => ({}),
} as const;

/** The error of a customer who answers with no, or with nothing (https://docs.stripe.com/payments/klarna/accept-a-payment). */
const refusals: Record<string, { code: string; decline_code?: string }> = {
  reject: { code: 'payment_method_provider_decline', decline_code: 'partner_generic_decline' },
  cancel: { code: 'payment_method_customer_decline', decline_code: 'customer_declined' },
  expire: { code: 'payment_intent_payment_attempt_expired' },
};

/**
 * Ends the customer's action: a refused intent has no payment method any more, and waits for another
 * (https://docs.stripe.com/payments/paymentintents/lifecycle).
 */
export function refuseAction(account: Account, intent: Intent, why: string): void {
  refuse(intent, { type: 'invalid_request_error', ...refusals[why] });
  account.actions.delete(intent.id);
  account.emit('payment_intent.payment_failed', intent);
}

function refuse(intent: Intent, error: { type: string; code?: string } & Record<string, unknown>): ApiError {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent.last_payment_error = error;
  return new ApiError(400, { ...error, payment_intent: { ...intent } }, true);
}

/** Ends the actions whose time is over, before another request sees their intents. */
export function endActions(account: Account): void {
  for (const [id, { until }] of account.actions) {
    const intent = account.get<Intent>(id);
    if (intent?.status !== 'requires_action') account.actions.delete(id);
    else if (account.now() >= until) refuseAction(account, intent, 'expire');
  }
}

/** The charge of a method's payment. It is a `payment` in the books, and its id begins with `py`. */
export function methodCharge(account: Account, intent: Intent, method: Method): Charge {
  return account.add<Charge>('py', {
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    currency: intent.currency,
    captured: false,
    status: 'succeeded',
    payment_intent: intent.id,
    balance_transaction: null,
    application_fee_amount: null,
    payment_method_details: { type: method.type },
  });
}

export function rulesOf({ type }: Pick<Method, 'type'>): MethodRules {
  const rules = methodRules[type];
  if (!rules) throw missing();
  return rules;
}

/** The URL to which the page of a bank or an app sends the customer back, as Stripe completes it. */
export function methodReturnUrl(account: Account, intent: Intent, type: string, passed: boolean): string {
  const url = new URL(account.actions.get(intent.id)?.returnUrl ?? '');
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_pm_type', type);
  url.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed');
  return url.href;
}

/** The page of a bank or an app, without a script, as that of test mode (https://docs.stripe.com/payments/mobilepay/accept-a-payment). */
export const methodPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Test payment page</title>
<form method="post">
<button id="approve" name="answer" value="approve">Authorize test payment</button>
<button id="reject" name="answer" value="reject">Fail test payment</button>
<button id="cancel" name="answer" value="cancel">Cancel</button>
</form></html>`;
