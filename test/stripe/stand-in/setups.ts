import { randomBytes } from 'node:crypto';
import type { Account, Loose, Setup } from './account.ts';
import { asks, customerIn, payerOf, redirect } from './confirm.ts';
import { cardError, invalid, missing } from './errors.ts';
import { metadataOf, type Params, text } from './form.ts';

/** https://docs.stripe.com/api/setup_intents/create: its confirmation saves a card without a charge. */
export function createSetup(account: Account, params: Params): Setup {
  return account.add<Setup>('seti', {
    object: 'setup_intent',
    status: 'requires_payment_method',
    customer: customerIn(account, params),
    payment_method: null,
    metadata: { ...metadataOf(params) },
    usage: text(params, 'usage') ?? 'off_session',
    latest_attempt: null,
    last_setup_error: null,
    next_action: null,
    cancellation_reason: null,
    client_secret: randomBytes(12).toString('hex'),
  });
}

/** https://docs.stripe.com/api/setup_intents/update */
export function updateSetup(account: Account, id: string, params: Params): Setup {
  const setup = setupOf(account, id);
  requireOpen(setup);
  setup.customer = customerIn(account, params) ?? setup.customer;
  return setup;
}

/** https://docs.stripe.com/api/setup_intents/confirm */
export function confirmSetup(account: Account, id: string, params: Params, base: string): Setup {
  const setup = setupOf(account, id);
  requireOpen(setup);
  if (params.customer !== undefined) throw invalid('parameter_unknown', 'customer');
  const payment_method = text(params, 'payment_method') ?? '';
  const payer = payerOf(account, { payment_method, ...(setup.customer ? { customer: setup.customer } : {}) });
  setup.payment_method = payer.method.id;
  setup.last_setup_error = null;
  if (asks(payer, params)) redirect(setup, text(params, 'return_url') ?? '', base);
  else save(account, setup, undefined);
  return setup;
}

function requireOpen(setup: Setup): void {
  if (!['requires_payment_method', 'requires_confirmation'].includes(setup.status))
    throw invalid('setup_intent_unexpected_state');
}

export function endSetupAuthentication(account: Account, setup: Setup, passed: boolean): void {
  setup.next_action = null;
  try {
    if (passed) save(account, setup, 'authenticated');
    else decline(account, setup, { code: 'setup_intent_authentication_failure' });
  } catch {
    // The same behaviour as for a payment.
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
