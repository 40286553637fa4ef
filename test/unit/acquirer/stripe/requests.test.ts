import { acquirer as stripe } from '../../../../functions/core/acquirer/stripe/stripe.ts';
import { authorize, card, connect, findAuthorization, movement, order } from '../../../stripe/orders.ts';
import { type StandIn, startStandIn } from '../../../stripe/stand-in/start.ts';
import { requireApproval } from '../../../stripe/use-stand-in.ts';

const account = 'acct_1';
/** Stripe writes amounts of this currency with two decimals, unlike ISO 4217. */
const currency = 'UGX';
const fee = { basisPoints: 1000, flat: {}, returned: true };

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn({ settings: { currency: 'ugx', increments: true, extended: true } });
  connect(standIn.url);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => standIn.close());

const ofPayment = (given = {}) => order({ account, currency, ...given });

type Sent = [path: string, form: Record<string, string>];

/** The forms that the adapter posts, by their paths. */
async function formsOf<T>(work: () => Promise<T>): Promise<[result: T, forms: Record<string, Sent[1]>]> {
  const fetching = jest.spyOn(globalThis, 'fetch');
  const result = await work();
  const sent = fetching.mock.calls.flatMap(([url, init]): Sent[] => {
    const path = new URL(String(url)).pathname.replace('/v1/', '').replace(/\/(pi|seti)_\w+/, '/:id');
    return init?.method === 'POST' ? [[path, Object.fromEntries(init.body as URLSearchParams)]] : [];
  });
  fetching.mockRestore();
  return [result, Object.fromEntries(sent)];
}

const option = (name: string) => `payment_method_options[card][${name}]`;
const pm = expect.stringMatching(/^pm_/);
const cus = expect.stringMatching(/^cus_/);

/** The fields that each intent of a payment has. */
const always = (amount: string, id: string) => ({
  ...{ amount, currency: 'ugx', capture_method: 'manual', statement_descriptor_suffix: 'My shop' },
  ...{ 'allowed_payment_method_types[0]': 'card', 'metadata[florin]': id },
});

test('a payment with every optional field is sent with all of these fields', async () => {
  const made = ofPayment({ fee, requireTds: true, extended: true, increments: true, orderReference: '4711' });
  const payer = { name: 'Ann', email: 'ann@example.com' };
  const instrument = card(undefined, { store: true, payer });
  const [outcome, forms] = await formsOf(() => authorize(made, instrument));
  expect(outcome).toMatchObject({ state: 'challenge' });
  const { number, code, expiry } = instrument.card;
  expect(forms).toEqual({
    payment_methods: {
      ...{ type: 'card', 'card[number]': number, 'card[cvc]': code },
      ...{ 'card[exp_month]': String(expiry.month), 'card[exp_year]': String(expiry.year) },
      ...{ 'billing_details[name]': payer.name, 'billing_details[email]': payer.email },
    },
    customers: { 'metadata[florin]': made.id },
    payment_intents: {
      ...always('100000', made.id),
      ...{ application_fee_amount: '10000', description: '4711', 'metadata[tds]': 'full' },
    },
    'payment_intents/:id': { customer: cus },
    'payment_intents/:id/confirm': {
      ...{ payment_method: pm, return_url: instrument.returnUrl, setup_future_usage: 'off_session' },
      [option('request_extended_authorization')]: 'if_available',
      [option('request_incremental_authorization')]: 'if_available',
      [option('request_three_d_secure')]: 'any',
      'expand[0]': 'latest_charge',
    },
  });
});

test('a later payment names its customer, and only one without its holder is off session', async () => {
  const { credential } = requireApproval(await authorize(ofPayment(), card(undefined, { store: true })));
  if (!credential) throw new Error('The card was not stored');
  const confirmed = {
    ...{ payment_method: credential.reference, 'expand[0]': 'latest_charge' },
    [option('request_multicapture')]: 'if_available',
  };
  const alone = ofPayment({ customer: credential.customer });
  expect((await formsOf(() => authorize(alone, { credential })))[1]).toEqual({
    payment_intents: { ...always('100000', alone.id), customer: credential.customer },
    'payment_intents/:id/confirm': { ...confirmed, off_session: 'true' },
  });
  const present = ofPayment({ customer: credential.customer });
  const { store, returnUrl } = card();
  const by = { saved: credential, code: '123', store, returnUrl };
  expect((await formsOf(() => authorize(present, by)))[1]).toEqual({
    tokens: { 'cvc_update[cvc]': '123' },
    payment_intents: { ...always('100000', present.id), customer: credential.customer },
    'payment_intents/:id/confirm': {
      ...confirmed,
      ...{ return_url: returnUrl, [option('cvc_token')]: expect.any(String) },
    },
  });
});

test('a card that is saved without a payment may be charged without its holder', async () => {
  const made = ofPayment({ amount: 0, requireTds: true, fee });
  const [, forms] = await formsOf(() => authorize(made, card()));
  expect(forms).toEqual({
    payment_methods: expect.any(Object),
    customers: { 'metadata[florin]': made.id },
    setup_intents: {
      ...{ usage: 'off_session', 'allowed_payment_method_types[0]': 'card' },
      ...{ 'metadata[florin]': made.id, 'metadata[tds]': 'full' },
    },
    'setup_intents/:id': { customer: cus },
    'setup_intents/:id/confirm': {
      ...{ payment_method: pm, return_url: card().returnUrl, 'expand[0]': 'latest_attempt' },
      [option('request_three_d_secure')]: 'any',
    },
  });
});

/** Authorizes a payment. @returns its reference, and a function that makes a movement and returns the sent forms */
async function makeAuthorization(given = {}) {
  const { payment } = requireApproval(await authorize(ofPayment({ increments: true, ...given }), card()));
  const move = async (kind: Parameters<typeof movement>[0], amount: number, more = {}) => {
    const asked = movement(kind, { ...payment, ...given }, amount, { account, currency, ...more });
    const [outcome, forms] = await formsOf(() => stripe.move(asked));
    expect(outcome).toMatchObject({ state: 'approved' });
    return { id: asked.id, forms };
  };
  return { reference: payment.reference, move };
}

test('an increment is sent with its total, and its captures with their own amounts', async () => {
  const { move } = await makeAuthorization({ fee });
  const raised = await move('increment', 500, { total: 1500 });
  expect(raised.forms).toEqual({
    'payment_intents/:id/increment_authorization': {
      ...{ amount: '150000', application_fee_amount: '15000', 'metadata[increment]': raised.id },
    },
  });
  const captured = await move('capture', 900, { final: true, descriptor: 'Part 1' });
  expect(captured.forms).toEqual({
    'payment_intents/:id/capture': {
      ...{
        amount_to_capture: '90000',
        application_fee_amount: '9000',
        statement_descriptor_suffix: 'Part 1',
      },
      ...{ [`metadata[op_${captured.id}]`]: '90000', 'metadata[increment]': '' },
      'expand[0]': 'latest_charge.balance_transaction',
    },
  });
  const { id, forms } = await move('refund', 400);
  expect(forms).toMatchObject({ refunds: { refund_application_fee: 'true', 'metadata[florin]': id } });
});

test('each capture but the last leaves the rest held, and a void of the rest captures nothing', async () => {
  const { move } = await makeAuthorization();
  for (const final of [undefined, false])
    expect((await move('capture', 300, { final })).forms).toMatchObject({
      'payment_intents/:id/capture': { amount_to_capture: '30000', final_capture: 'false' },
    });
  expect((await move('void', 100)).forms).toEqual({});
  expect((await move('void', 300, { final: true })).forms).toEqual({
    'payment_intents/:id/capture': { amount_to_capture: '0', final_capture: 'true' },
  });
  const last = await makeAuthorization();
  expect((await last.move('capture', 300, { final: true })).forms).toMatchObject({
    'payment_intents/:id/capture': { amount_to_capture: '30000', final_capture: 'true' },
  });
  const whole = await makeAuthorization();
  expect((await whole.move('void', 1000, { final: true, untouched: true })).forms).toEqual({
    'payment_intents/:id/cancel': { cancellation_reason: 'requested_by_customer' },
  });
});

test.each(['requested_by_customer', 'duplicate', 'fraudulent', 'other', undefined] as const)(
  'a refund with the reason %s is sent with a reason that Stripe knows',
  async (reason) => {
    const { reference, move } = await makeAuthorization();
    await move('capture', 500);
    const { id, forms } = await move('refund', 200, { reason });
    expect(forms).toEqual({
      refunds: {
        ...{ payment_intent: reference, amount: '20000', 'metadata[florin]': id },
        ...(reason && reason !== 'other' ? { reason } : {}),
        'expand[0]': 'balance_transaction',
      },
    });
  },
);

/**
 * Has Stripe fail the first request to each path, and counts the idempotency keys that each path then gets.
 *
 * @param isRepeated whether Stripe says that it repeats the failure of an earlier request
 */
async function keysAfterFailure(work: () => Promise<unknown>, isRepeated: boolean) {
  const keys: Record<string, Set<string | null>> = {};
  const real = globalThis.fetch;
  const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method !== 'POST') return real(url, init);
    const path = new URL(String(url)).pathname.replace('/v1/', '').replace(/\/(pi|seti)_\w+/, '/:id');
    const known = keys[path];
    keys[path] = (known ?? new Set()).add(new Headers(init.headers).get('idempotency-key'));
    if (known) return real(url, init);
    const headers: HeadersInit = isRepeated ? { 'idempotent-replayed': 'true' } : {};
    return Response.json({ error: { type: 'api_error' } }, { status: 500, headers });
  });
  await work();
  fetching.mockRestore();
  return Object.fromEntries(Object.entries(keys).map(([path, all]) => [path, all.size]));
}

describe('after a failure of Stripe', () => {
  beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));

  test('a request that moves no money has a new key, and a confirmation only if its failure is repeated', async () => {
    const kept = card(undefined, { store: true });
    const before = { payment_methods: 2, customers: 2, payment_intents: 2, 'payment_intents/:id': 2 };
    expect(await keysAfterFailure(() => authorize(ofPayment(), kept), false)).toEqual({
      ...before,
      'payment_intents/:id/confirm': 1,
    });
    expect(await keysAfterFailure(() => authorize(ofPayment(), kept), true)).toEqual({
      ...before,
      'payment_intents/:id/confirm': 2,
    });
    const { credential } = requireApproval(await authorize(ofPayment(), kept));
    if (!credential) throw new Error('The card was not stored');
    const { store, returnUrl } = kept;
    const by = { saved: credential, code: '123', store, returnUrl };
    const present = ofPayment({ customer: credential.customer });
    expect(await keysAfterFailure(() => authorize(present, by), false)).toMatchObject({ tokens: 2 });
  });
});

test('a payment whose id was not stored is searched for by Florin’s id, with its charge', async () => {
  const fetching = jest.spyOn(globalThis, 'fetch');
  const lost = ofPayment();
  await findAuthorization(lost);
  const asked = fetching.mock.calls.map(([url]) => new URL(String(url)));
  const search = asked.find(({ pathname }) => pathname.endsWith('payment_intents/search'));
  expect(Object.fromEntries(search?.searchParams ?? [])).toEqual({
    query: `metadata['florin']:'${lost.id}'`,
    'expand[0]': 'data.latest_charge',
  });
});
