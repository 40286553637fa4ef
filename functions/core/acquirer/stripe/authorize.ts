import { statementOf } from '#domain/descriptor.ts';
import type { AuthorizationOrder, AuthorizationOutcome, Instrument } from '../live.ts';
import { type Answer, ask } from './client.ts';
import { declineOf } from './declines.ts';
import { findAuthorization } from './find-authorization.ts';
import type { Form } from './form.ts';
import { isForgotten, keyOf } from './idempotency.ts';
import { refusalOf } from './refusal.ts';
import { expansionOf, settle } from './settle.ts';
import type { PaymentIntent, SetupIntent } from './shapes.ts';
import { toStripe } from './units.ts';

/** In milliseconds: what was first sent longer ago is sent again, and may have arrived the first time. */
const fresh = 10_000;

/**
 * Reserves money (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method), or saves a card where the amount
 * is 0 (https://docs.stripe.com/payments/save-and-reuse). The card is sent apart from the payment, so that only one
 * request contains it.
 */
export async function authorize(
  order: AuthorizationOrder,
  instrument: Instrument,
): Promise<AuthorizationOutcome> {
  if (refusalOf(order)) return { state: 'declined', decline: 'PAYMENT_REJECTED' };
  if (isForgotten(order.id)) {
    const found = await findAuthorization(order);
    if (found.state !== 'absent') return found;
  }
  const means = await meansOf(order, instrument);
  if (means.state !== 'done') return failed(order, means);
  const path = order.amount === 0 ? 'setup_intents' : 'payment_intents';
  const answer = await ask<PaymentIntent | SetupIntent>({
    path,
    account: order.account,
    key: keyOf(order),
    form: {
      ...formOf(order, instrument, means.body.cvc_token),
      payment_method: means.body.payment_method,
      customer: means.body.customer,
      confirm: true,
      payment_method_types: ['card'],
      metadata: { florin: order.id, tds: requiresTds(instrument) ? 'full' : undefined },
      expand: expansionOf(path),
    },
  });
  return answer.state === 'done' ? settle(order, answer.body) : failed(order, answer);
}

const requiresTds = (instrument: Instrument): boolean =>
  !('credential' in instrument) && instrument.requireTds;

function formOf(order: AuthorizationOrder, instrument: Instrument, cvc_token?: string): Form {
  const byCustomer = 'credential' in instrument ? undefined : instrument;
  const return_url = byCustomer?.returnUrl;
  const request_three_d_secure = requiresTds(instrument) ? 'any' : undefined;
  if (order.amount === 0)
    return {
      usage: 'off_session',
      return_url,
      payment_method_options: { card: { request_three_d_secure } },
    };
  return {
    amount: toStripe(order.amount, order.currency),
    currency: order.currency.toLowerCase(),
    capture_method: 'manual',
    return_url,
    off_session: byCustomer ? undefined : true,
    setup_future_usage: usageOf(instrument),
    payment_method_options: {
      card: { request_multicapture: 'if_available', request_three_d_secure, cvc_token },
    },
    statement_descriptor_suffix: statementOf(order.descriptor),
  };
}

/** What the customer has agreed to; https://docs.stripe.com/payments/payment-intents#future-usage. */
function usageOf(instrument: Instrument): 'on_session' | 'off_session' | undefined {
  if ('credential' in instrument) return undefined;
  if (instrument.store) return 'off_session';
  return 'keep' in instrument && instrument.keep ? 'on_session' : undefined;
}

interface Means {
  payment_method: string;
  customer?: string;
  /** Of a card that was kept: its code, as it was typed now. */
  cvc_token?: string;
}

/** What it is paid with, as Stripe knows it: a card that is to be charged again belongs to a customer there. */
async function meansOf(order: AuthorizationOrder, instrument: Instrument): Promise<Answer<Means & Form>> {
  if ('credential' in instrument) {
    const { reference: payment_method, customer } = instrument.credential;
    return { state: 'done', body: { payment_method, customer } };
  }
  const { account, id, amount } = order;
  if ('saved' in instrument) {
    // https://docs.stripe.com/api/tokens/create_cvc_update: it is good for one payment.
    const token = await ask<{ id: string }>({
      path: 'tokens',
      account,
      key: keyOf(order, '-code'),
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
      form: { type: 'card', card, billing_details },
    }),
    kept
      ? ask<{ id: string }>({
          path: 'customers',
          account,
          key: keyOf(order, '-customer'),
          form: { metadata: { florin: id } },
        })
      : undefined,
  ]);
  if (method.state !== 'done') return method;
  if (customer && customer.state !== 'done') return customer;
  return { state: 'done', body: { payment_method: method.body.id, customer: customer?.body.id } };
}

/**
 * What was refused has had no effect, if it was the first time. Of one that was sent before, the first may have arrived
 * though this one did not.
 */
async function failed(
  order: AuthorizationOrder,
  answer: Exclude<Answer<unknown>, { state: 'done' }>,
): Promise<AuthorizationOutcome> {
  if (answer.state === 'unknown') return answer;
  const { error, status } = answer;
  if (status !== 402 && Date.now() - order.since > fresh) {
    const found = await findAuthorization(order);
    if (found.state !== 'absent') return found;
  }
  const reference = error.payment_intent?.id ?? error.setup_intent?.id;
  return { state: 'declined', decline: declineOf(error), reference };
}
