import type { Account, Intent, Loose, Method, Setup } from './account.ts';
import { declinedCard, type TestCard } from './cards.ts';
import { invalid, missing } from './errors.ts';
import { inner, type Params, text } from './form.ts';

/** The customer and payment method of an intent that is confirmed. */
export interface Payer {
  method: Method;
  card: TestCard;
  customer: string | null;
}

export function payerOf(account: Account, params: Params): Payer {
  // https://docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents
  if (params.payment_method_types !== undefined)
    throw invalid('payment_method_types_no_longer_supported', 'payment_method_types');
  const method = account.get<Method>(text(params, 'payment_method'));
  if (method?.object !== 'payment_method') throw missing();
  const customer = customerIn(account, params);
  // https://docs.stripe.com/api/payment_methods/detach
  if (account.detached.has(method.id)) throw invalid('resource_missing', 'payment_method');
  // A saved card can only be used with its customer (https://docs.stripe.com/api/payment_methods/attach).
  if (method.customer && method.customer !== customer) throw invalid('payment_method_unexpected_state');
  const refused = account.settings.refuses.includes(method.card?.brand ?? '');
  const card = refused ? declinedCard('card_not_supported') : (account.cards.get(method.id) ?? {});
  return { method, card, customer };
}

export function customerIn(account: Account, params: Params): string | null {
  const customer = text(params, 'customer') ?? null;
  const known = customer ? account.get<Loose>(customer) : undefined;
  if (known?.deleted) throw invalid('resource_missing', 'customer');
  if (customer && !known) throw missing();
  return customer;
}

/**
 * Whether a security code that was typed for a saved card is wrong by the card's bank
 * (https://docs.stripe.com/api/payment_intents/create#create_payment_intent-payment_method_options-card-cvc_token). A
 * token can be used once.
 */
export function isWrongCode(account: Account, method: Method, params: Params): boolean {
  const options = inner(inner(params, 'payment_method_options'), 'card');
  const id = text(options, 'cvc_token');
  if (id === undefined) return false;
  const token = account.get<Loose>(id);
  if (token?.type !== 'cvc_update') throw missing();
  if (token.used) throw invalid('token_already_used');
  token.used = true;
  return account.codes.get(id) !== account.codes.get(method.id);
}

/**
 * https://docs.stripe.com/payments/extended-authorization, https://docs.stripe.com/payments/incremental-authorization,
 * https://docs.stripe.com/payments/multicapture; a request of an account without them has no effect.
 */
export function asksFor(
  kind: 'extended_authorization' | 'incremental_authorization' | 'multicapture',
  params: Params,
): boolean {
  const options = inner(inner(params, 'payment_method_options'), 'card');
  const name = `request_${kind}`;
  const asked = text(options, name);
  if (asked !== undefined && asked !== 'if_available' && asked !== 'never')
    throw invalid('parameter_invalid_string', `payment_method_options[card][${name}]`);
  return asked === 'if_available';
}

/**
 * Whether the card's holder must complete 3-D Secure (https://docs.stripe.com/payments/3d-secure/authentication-flow),
 * because the bank or the request requires it. Some banks do not require it again for a card that was saved with it.
 */
export function asks({ card, method }: Payer, params: Params): boolean {
  if (card.tds === 'never') return false;
  if (card.tds === 'always') return true;
  if (card.tds === 'unless saved') return method.customer === null;
  const options = inner(inner(params, 'payment_method_options'), 'card');
  return ['any', 'challenge'].includes(text(options, 'request_three_d_secure') ?? '');
}

/**
 * Sends the customer to a page, from which they come back to `return_url`
 * (https://docs.stripe.com/payments/3d-secure/authentication-flow#manual-redirect).
 */
export function redirect(intent: Intent | Setup, returnUrl: string, base: string): void {
  intent.status = 'requires_action';
  intent.next_action = {
    type: 'redirect_to_url',
    redirect_to_url: {
      return_url: returnUrl,
      url: `${base}/tds/${intent.id}?secret=${intent.client_secret}`,
    },
  };
}

/** The URL that the customer returns to, with the parameters that Stripe adds. */
export function returnUrlOf(intent: Intent | Setup, succeeded: boolean): string {
  const { redirect_to_url } = intent.next_action as { redirect_to_url: { return_url: string } };
  const url = new URL(redirect_to_url.return_url);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret);
  url.searchParams.set('redirect_status', succeeded ? 'succeeded' : 'failed');
  return url.href;
}
