import { randomBytes } from 'node:crypto';
import type { Account, Loose, Setup } from './account.ts';
import { asks, payerOf, redirect } from './confirm.ts';
import { cardError, invalid, missing } from './errors.ts';
import { metadataOf, type Params, text } from './form.ts';

/** https://docs.stripe.com/api/setup_intents/create with `confirm=true`: a card is saved, and nothing is charged. */
export function createSetup(account: Account, params: Params, base: string): Setup {
  const payer = payerOf(account, params);
  const setup = account.add<Setup>('seti', {
    object: 'setup_intent',
    status: 'requires_confirmation',
    customer: payer.customer,
    payment_method: payer.method.id,
    metadata: { ...metadataOf(params) },
    usage: text(params, 'usage') ?? 'off_session',
    latest_attempt: null,
    last_setup_error: null,
    next_action: null,
    cancellation_reason: null,
    client_secret: randomBytes(12).toString('hex'),
  });
  if (asks(payer, params)) redirect(setup, text(params, 'return_url') ?? '', base);
  else save(account, setup, undefined);
  return setup;
}

export function setupAuthenticated(account: Account, setup: Setup, passed: boolean): void {
  setup.next_action = null;
  try {
    if (passed) save(account, setup, 'authenticated');
    else decline(account, setup, { code: 'setup_intent_authentication_failure' });
  } catch {
    // As of a payment.
  }
}

function save(account: Account, setup: Setup, tds: string | undefined): void {
  const { card, method, customer } = payerOf(account, {
    payment_method: setup.payment_method ?? '',
    ...(setup.customer ? { customer: setup.customer } : {}),
  });
  const attempt = account.add<Loose>('setatt', {
    object: 'setup_attempt',
    payment_method_details: { type: 'card', card: { three_d_secure: tds ? { result: tds } : null } },
  });
  setup.latest_attempt = attempt.id;
  if (card.declined) decline(account, setup, card.declined);
  method.customer = customer;
  setup.status = 'succeeded';
  account.emit('setup_intent.succeeded', setup);
}

function decline(account: Account, setup: Setup, error: { code: string } & Record<string, unknown>): never {
  setup.status = 'requires_payment_method';
  setup.payment_method = null;
  setup.last_setup_error = { type: 'card_error', ...error };
  account.emit('setup_intent.setup_failed', setup);
  throw cardError({ ...error, setup_intent: { ...setup } });
}

/** https://docs.stripe.com/api/setup_intents/cancel */
export function cancelSetup(account: Account, id: string, params: Params): Setup {
  const setup = setupOf(account, id);
  if (['succeeded', 'canceled'].includes(setup.status)) throw invalid('setup_intent_unexpected_state');
  setup.status = 'canceled';
  setup.next_action = null;
  setup.cancellation_reason = text(params, 'cancellation_reason') ?? null;
  return setup;
}

export function setupOf(account: Account, id: string): Setup {
  const setup = account.get<Setup>(id);
  if (setup?.object !== 'setup_intent') throw missing();
  return setup;
}
