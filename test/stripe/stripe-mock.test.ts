import { methods, type StripeMethod } from '../../functions/core/acquirer/stripe/methods.ts';
import { validateAccount } from '../../functions/core/acquirer/stripe/setup/account.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../functions/core/domain/id.ts';
import { authorize, card, connect, findAuthorization, movement, order, testKey } from './orders.ts';
import { type Program, startStripeMock } from './programs.ts';
import { type StandIn, startStandIn } from './stand-in/start.ts';
import { startTee } from './tee.ts';

let mock: Program;
let standIn: StandIn;
let tee: Awaited<ReturnType<typeof startTee>>;

beforeAll(async () => {
  mock = await startStripeMock();
  const active = Object.fromEntries(methods.map(({ type }) => [type, 'active'] as const));
  standIn = await startStandIn({ apiKey: testKey, settings: { methods: active } });
  tee = await startTee(standIn.url, mock.url);
  connect(tee.url);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await tee.close();
  await standIn.close();
  mock.stop();
});

/** Makes every request of the adapter, with every parameter. */
async function everything(): Promise<void> {
  for (const account of [undefined, 'acct_1']) {
    const made = order({ account });
    const paid = await authorize(
      made,
      card(undefined, { store: true, payer: { name: 'Ann', email: 'ann@example.com' } }),
    );
    if (paid.state !== 'approved' || !paid.credential) throw new Error(paid.state);
    const { payment } = paid;
    await findAuthorization(made);
    await stripe.findAuthorization({ ...made, reference: payment.reference });
    const { credential } = paid;
    await authorize(order({ account }), { credential });
    await authorize(order({ account, customer: credential.customer }), { credential });
    await authorize(order({ account, amount: 0 }), { credential: paid.credential });
    const keeping = await authorize(order({ account }), card(undefined, { keep: true }));
    if (keeping.state !== 'approved' || !keeping.credential) throw new Error(keeping.state);
    const { store, returnUrl } = card();
    const kept = { saved: keeping.credential, code: '123', store, returnUrl };
    await authorize(order({ account }), kept);
    const saving = order({ account, amount: 0 });
    const saved = await authorize(saving, card());
    if (saved.state !== 'approved') throw new Error(saved.state);
    await findAuthorization(saving);
    await stripe.findAuthorization({ ...saving, reference: saved.payment.reference });
    await stripe.findAuthorization(order({ account }));
    // The payment is so old that the acquirer has forgotten its idempotency key.
    await stripe.findAuthorization(order({ account, id: newId(Date.now() - 24 * 3_600_000) }));

    const capture = movement('capture', payment, 300, { account, descriptor: 'Part 1' });
    await stripe.move(capture);
    await stripe.find(capture);
    const refund = movement('refund', payment, 100, { account });
    await stripe.move(refund);
    await stripe.find(refund);
    await stripe.move(movement('void', payment, 700, { account, final: true }));
    const other = await authorize(order({ account }), card());
    if (other.state !== 'approved') throw new Error(other.state);
    await stripe.move(movement('void', other.payment, 1000, { account, final: true, untouched: true }));

    // A platform takes a fee of connected accounts.
    if (account) await withFee(account);
    for (const method of methods) await byMethod(method, account);
    for (const amount of [0, 1000]) {
      const asked = order({ account, amount, requireTds: true });
      const challenge = await authorize(asked, card('4000002760003184'));
      if (challenge.state !== 'challenge') throw new Error(challenge.state);
      await stripe.abandon(asked, challenge.reference);
      await stripe.abandon({ ...asked, id: order().id }, challenge.reference);
    }
    await validateAccount(account);
    const dispute = standIn.dispute(payment.reference, {}, account);
    await stripe.findDispute(account, dispute);
    await stripe.listDisputes(account, Date.now() - 60_000);
    await stripe.findPayment(account, payment.reference);
    const { entries } = await stripe.listBalanceTransactions(account, { since: Date.now() - 60_000 });
    await stripe.listBalanceTransactions(account, { since: Date.now() - 60_000 }, entries[0]?.reference);
    await stripe.findBalanceTransactions(account, entries[0]?.reference ?? '');
    await stripe.balanceOf(account);
    const payout = standIn.payOut(100, account);
    await stripe.findPayout(account, payout);
    await stripe.listPayouts(account, Date.now() - 60_000);
    await stripe.listPayoutEntries(account, payout);
    expect(await stripe.forget?.(account, credential, async () => false)).toEqual({ state: 'forgotten' });
    // A repeat finds the card without a customer.
    if (account) await stripe.forget?.(account, { reference: credential.reference }, async () => false);
  }
}

async function withFee(account: string): Promise<void> {
  const fee = { basisPoints: 150, flat: { EUR: 20 }, returned: true };
  standIn.settings(account).increments = true;
  const paid = await authorize(order({ account, fee, increments: true }), card());
  if (paid.state !== 'approved') throw new Error(paid.state);
  const payment = { ...paid.payment, fee };
  await stripe.move(movement('increment', payment, 500, { account, total: 1500 }));
  await stripe.move(movement('capture', payment, 1200, { account, final: true }));
  await stripe.move(movement('refund', payment, 700, { account }));
}

/** A payment by a method whose customer agrees after Florin has given it up, and one that is given up in time. */
async function byMethod(method: StripeMethod, account: string | undefined): Promise<void> {
  const [currency = ''] = method.currencies;
  for (const agrees of [true, false]) {
    const made = order({ account, currency, amount: 5000, method: method.type });
    const asked = await authorize(made, {
      ...{ method, store: false, returnUrl: 'https://pos.example/back?state=1' },
      ...{ code: method.kind === 'code' ? '123456' : undefined },
      payer: { name: 'Ann', email: 'ann@example.com' },
    });
    if (asked.state !== 'challenge') throw new Error(asked.state);
    if (agrees) standIn.answerMethod(asked.reference, 'approve', account);
    expect(await stripe.abandon(made, asked.reference)).toEqual({ state: 'approved' });
  }
}

test('the acquirer’s mock accepts every request', async () => {
  await everything();
  const refused = tee.watched.filter(({ status }) => status !== 200);
  expect(refused).toEqual([]);
  const requests = new Map<string, Set<string>>();
  for (const { request, names } of tee.watched)
    requests.set(request, new Set([...(requests.get(request) ?? []), ...names]));
  expect([...requests.keys()].sort()).toEqual([
    'DELETE /v1/customers/:id',
    'GET /v1/account',
    'GET /v1/balance',
    'GET /v1/balance_transactions',
    'GET /v1/balance_transactions/:id',
    'GET /v1/customers/:id',
    'GET /v1/disputes',
    'GET /v1/disputes/:id',
    'GET /v1/payment_intents',
    'GET /v1/payment_intents/:id',
    'GET /v1/payment_intents/search',
    'GET /v1/payment_methods',
    'GET /v1/payment_methods/:id',
    'GET /v1/payouts',
    'GET /v1/payouts/:id',
    'GET /v1/refunds',
    'GET /v1/setup_intents',
    'GET /v1/setup_intents/:id',
    'POST /v1/customers',
    'POST /v1/payment_intents',
    'POST /v1/payment_intents/:id',
    'POST /v1/payment_intents/:id/cancel',
    'POST /v1/payment_intents/:id/capture',
    'POST /v1/payment_intents/:id/confirm',
    'POST /v1/payment_intents/:id/increment_authorization',
    'POST /v1/payment_methods',
    'POST /v1/payment_methods/:id/detach',
    'POST /v1/refunds',
    'POST /v1/setup_intents',
    'POST /v1/setup_intents/:id',
    'POST /v1/setup_intents/:id/cancel',
    'POST /v1/setup_intents/:id/confirm',
    'POST /v1/tokens',
  ]);
  expect([...(requests.get('POST /v1/payment_intents') ?? [])].sort()).toEqual([
    'allowed_payment_method_types[0]',
    'amount',
    'application_fee_amount',
    'capture_method',
    'currency',
    'customer',
    'metadata[florin]',
    'metadata[tds]',
    'statement_descriptor',
    'statement_descriptor_suffix',
  ]);
  expect([...(requests.get('POST /v1/payment_intents/:id/confirm') ?? [])].sort()).toEqual([
    'expand[0]',
    'off_session',
    'payment_method',
    'payment_method_data[billing_details][email]',
    'payment_method_data[billing_details][name]',
    'payment_method_data[type]',
    'payment_method_options[blik][code]',
    'payment_method_options[card][cvc_token]',
    'payment_method_options[card][request_incremental_authorization]',
    'payment_method_options[card][request_multicapture]',
    'payment_method_options[card][request_three_d_secure]',
    'return_url',
    'setup_future_usage',
  ]);
  for (const [request, name] of [
    ['POST /v1/payment_intents/:id/capture', 'application_fee_amount'],
    ['POST /v1/payment_intents/:id/increment_authorization', 'application_fee_amount'],
    ['POST /v1/refunds', 'refund_application_fee'],
  ] as const)
    expect(requests.get(request)).toContain(name);
});

test('the acquirer’s mock rejects unknown requests', async () => {
  const answer = await fetch(`${mock.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${['sk', 'test', '123'].join('_')}` },
    body: new URLSearchParams({ payment: 'pi_1' }),
  });
  expect(answer.status).toBe(400);
});
