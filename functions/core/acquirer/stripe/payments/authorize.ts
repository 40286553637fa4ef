import { createHash } from 'node:crypto';
import type { AuthorizationOrder, AuthorizationOutcome, Instrument, KeepReference } from '../../acquirer.ts';
import { classifyRefusal } from '../api/classify-refusal.ts';
import { type Answer, ask, type Form } from '../api/client.ts';
import type { PaymentIntent, SetupIntent } from '../api/shapes.ts';
import { createIntent } from './create-intent.ts';
import { findAuthorization } from './find-authorization.ts';
import { keyOf } from './idempotency-key.ts';
import { refusalOf } from './refusal.ts';
import { abandon, expansionOf, pathOf, resolveIntent } from './resolve-intent.ts';

/**
 * Reserves money (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method), or saves a card if the amount
 * is 0 (https://docs.stripe.com/payments/save-and-reuse). Florin creates the intent, and sends the card in a separate
 * request at the same time. It stores the intent's id, and then confirms the intent. Stripe confirms an intent only
 * once, so Florin can always look up the outcome by the id.
 */
export async function authorize(
  order: AuthorizationOrder,
  instrument: Instrument,
  keep: KeepReference,
): Promise<AuthorizationOutcome> {
  if (refusalOf(order)) return { state: 'declined', decline: 'PAYMENT_REJECTED' };
  const [means, made] = await Promise.all([
    meansOf(order, instrument),
    order.reference === undefined ? createIntent(order) : undefined,
  ]);
  if (made?.state === 'unknown') return made;
  const own = made?.state === 'done' ? made.body.id : order.reference;
  if (means.state !== 'done') return refusalOutcome(order, own, means);
  if (made?.state === 'refused') return refusalOutcome(order, own, made);
  const reference = made?.state === 'done' ? await keep(made.body.id) : order.reference;
  if (!reference) return { state: 'unknown', cause: 'Ended before it was confirmed' };
  return confirm(order, instrument, means.body, reference);
}

/** https://docs.stripe.com/api/payment_intents/confirm. A repeat with the same payment method has the same key. */
async function confirm(
  order: AuthorizationOrder,
  instrument: Instrument,
  { customer, cvc_token, key, ...means }: Means,
  reference: string,
): Promise<AuthorizationOutcome> {
  const { account } = order;
  const path = pathOf(reference);
  const owned = customer === order.customer ? undefined : await setCustomer(order, reference, customer);
  if (owned && owned.state !== 'done') return refusalOutcome(order, reference, owned);
  const answer = await ask<PaymentIntent | SetupIntent>({
    path: `${path}/${reference}/confirm`,
    account,
    key: keyOf(order, `-${key ?? cvc_token ?? means.payment_method}`),
    renew: 'ended',
    slow: true,
    form: { ...formOf(order, instrument, cvc_token), ...means, expand: expansionOf(path) },
  });
  return answer.state === 'done'
    ? resolveIntent(order, answer.body)
    : refusalOutcome(order, reference, answer, cvc_token);
}

/**
 * Sets the customer of an intent, for a card that will be charged again
 * (https://docs.stripe.com/api/payment_intents/update). Stripe accepts only one customer for an intent. A copy of
 * the request may already have set another customer object.
 */
async function setCustomer(
  { id, account }: AuthorizationOrder,
  reference: string,
  customer: string | undefined,
): Promise<Answer<PaymentIntent | SetupIntent>> {
  const path = `${pathOf(reference)}/${reference}`;
  const key = keyOf({ id }, `-${customer}`);
  const given = await ask<PaymentIntent>({ path, account, key, renew: 'failed', form: { customer } });
  if (given.state !== 'refused') return given;
  const now = await ask<PaymentIntent>({ path, account });
  return now.state === 'done' && !now.body.customer ? given : now;
}

function formOf(
  { amount, requireTds, extended, increments, fee }: AuthorizationOrder,
  instrument: Instrument,
  cvc_token: string | undefined,
): Form {
  const byCustomer = 'credential' in instrument ? undefined : instrument;
  const return_url = byCustomer?.returnUrl;
  if ('method' in instrument) return { return_url };
  const request_three_d_secure = requireTds ? 'any' : undefined;
  if (amount === 0) return { return_url, payment_method_options: { card: { request_three_d_secure } } };
  return {
    return_url,
    off_session: byCustomer ? undefined : true,
    setup_future_usage: usageOf(instrument),
    payment_method_options: {
      card: {
        // If a payment can be captured several times, Stripe cannot return a part of the fee with a partial refund
        // (https://docs.stripe.com/payments/multicapture#connect).
        request_multicapture: fee ? undefined : 'if_available',
        // https://docs.stripe.com/payments/extended-authorization
        request_extended_authorization: extended ? 'if_available' : undefined,
        // https://docs.stripe.com/payments/incremental-authorization
        request_incremental_authorization: increments ? 'if_available' : undefined,
        request_three_d_secure,
        cvc_token,
      },
    },
  };
}

/**
 * The later charges that the customer has agreed to (https://docs.stripe.com/payments/payment-intents#future-usage).
 */
function usageOf(instrument: Instrument): 'on_session' | 'off_session' | undefined {
  if ('credential' in instrument) return undefined;
  if (instrument.store) return 'off_session';
  return 'keep' in instrument && instrument.keep ? 'on_session' : undefined;
}

interface Means {
  /** The id of a card. Stripe makes the payment method of another method itself. */
  payment_method?: string;
  payment_method_data?: Form;
  payment_method_options?: Form;
  /** The end of the idempotency key, for a confirmation without an id of its means. */
  key?: string;
  customer?: string;
  /** The security code of a saved card, as the customer has just typed it. */
  cvc_token?: string;
}

/** The payment method in Stripe's terms. A card that is charged again later belongs to a customer at Stripe. */
async function meansOf(order: AuthorizationOrder, instrument: Instrument): Promise<Answer<Means & Form>> {
  if ('credential' in instrument) {
    const { reference: payment_method, customer } = instrument.credential;
    return { state: 'done', body: { payment_method, customer } };
  }
  if ('method' in instrument) return { state: 'done', body: meansOfMethod(instrument) };
  const { account, id, amount } = order;
  if ('saved' in instrument) {
    // https://docs.stripe.com/api/tokens/create_cvc_update: the token is valid for one payment.
    const token = await ask<{ id: string }>({
      path: 'tokens',
      account,
      key: keyOf(order, '-code'),
      renew: 'failed',
      form: { cvc_update: { cvc: instrument.code } },
    });
    if (token.state !== 'done') return token;
    const { reference: payment_method, customer } = instrument.saved;
    return { state: 'done', body: { payment_method, customer, cvc_token: token.body.id } };
  }
  const { number, code: cvc, expiry } = instrument.card;
  const billing_details = instrument.payer && { ...instrument.payer };
  const card = { number, cvc, exp_month: expiry.month, exp_year: expiry.year };
  const kept = instrument.store || instrument.keep || amount === 0;
  const [method, customer] = await Promise.all([
    ask<{ id: string }>({
      path: 'payment_methods',
      account,
      key: keyOf(order, '-card'),
      renew: 'failed',
      form: { type: 'card', card, billing_details },
    }),
    kept
      ? ask<{ id: string }>({
          path: 'customers',
          account,
          key: keyOf(order, '-customer'),
          renew: 'failed',
          form: { metadata: { florin: id } },
        })
      : undefined,
  ]);
  if (method.state !== 'done') return method;
  if (customer && customer.state !== 'done') return customer;
  return { state: 'done', body: { payment_method: method.body.id, customer: customer?.body.id } };
}

/**
 * A method in Stripe's terms, with the details that it needs, and the code that the customer has typed: Stripe takes a code
 * only with the confirmation (https://docs.stripe.com/payments/blik/accept-a-payment). The key tells two codes apart without
 * containing them.
 */
function meansOfMethod({
  method: { type },
  code,
  payer: { name, email } = {},
}: Extract<Instrument, { method: unknown }>): Means & Form {
  return {
    key: `method-${createHash('sha256').update(`${type} ${code}`).digest('hex').slice(0, 8)}`,
    payment_method_data: { type, billing_details: { name, email } },
    payment_method_options: code === undefined ? undefined : { [type]: { code } },
  };
}

/**
 * Reads the outcome of a refused confirmation. The intent contains the issuer's decline. Any other refusal leaves the
 * outcome open, since a copy of the request may have confirmed the intent. An intent that is not confirmed is
 * cancelled before Florin reports the decline, so that no copy can confirm it later.
 *
 * @param code set for a saved card. Then the charge is read as well, as only the charge says whether the security
 *   code was wrong
 */
async function refusalOutcome(
  order: AuthorizationOrder,
  reference: string | undefined,
  answer: Exclude<Answer<unknown>, { state: 'done' }>,
  code?: string,
): Promise<AuthorizationOutcome> {
  if (answer.state === 'unknown') return answer;
  const { error, status } = answer;
  const declined = status === 402 && (error.payment_intent?.id ?? error.setup_intent?.id);
  const outcome = classifyRefusal(answer, order.method !== undefined);
  if (!reference || (declined && !code)) return outcome;
  const found = await findAuthorization({ ...order, reference });
  if (declined) return found.state === 'declined' ? found : outcome;
  if (found.state !== 'absent') return found;
  // An intent that is not confirmed reserves nothing, and a repeated request can still confirm it.
  if (outcome.state === 'forbidden') return outcome;
  const { state } = await abandon(order, reference);
  return state === 'approved' ? outcome : { state: 'unknown', cause: `Cancelling it was ${state}` };
}
