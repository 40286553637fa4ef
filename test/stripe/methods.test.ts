import type { Instrument } from '../../functions/core/acquirer/acquirer.ts';
import {
  methodsIn,
  methods as rows,
  type StripeMethod,
} from '../../functions/core/acquirer/stripe/methods.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { authorize, findAuthorization, movement, order, storedOrder } from './orders.ts';
import { methodRules } from './stand-in/method-rules.ts';
import type { MethodAnswer } from './stand-in/methods.ts';
import { requireApproval, restartStandIn, standIn, useStandIn } from './use-stand-in.ts';

useStandIn();

const account = 'acct_methods';
const day = 24 * 60 * 60 * 1000;

let ahead = 0;
beforeEach(async () => {
  ahead = 0;
  await restartStandIn(() => Date.now() + ahead);
  Object.assign(standIn.settings(account), {
    currency: 'dkk',
    methods: Object.fromEntries(Object.keys(methodRules).map((type) => [type, 'active'])),
  });
});

/** An order of a method, and what pays it. */
function orderOf({ type, currencies, kind }: StripeMethod, given: object = {}) {
  const [currency = ''] = currencies;
  const made = order({ account, amount: 20_000, currency, method: type, ...given });
  const instrument: Instrument = {
    method: rows.find((row) => row.type === type) as StripeMethod,
    code: kind === 'code' ? '123456' : undefined,
    payer: { name: 'Ann', email: 'ann@example.com' },
    store: false,
    returnUrl: 'https://pos.example/back?state=1',
  };
  return { order: made, instrument };
}

/** Begins a payment. @returns its order, and the acquirer's id of the payment that waits for the customer */
async function begin(row: StripeMethod, given: object = {}) {
  const asked = orderOf(row, given);
  const outcome = await authorize(asked.order, asked.instrument);
  expect(outcome).toMatchObject({ state: 'challenge', kind: row.kind === 'code' ? 'wait' : 'page' });
  if (outcome.state !== 'challenge') throw new Error(outcome.state);
  return { ...asked, reference: outcome.reference, url: outcome.url };
}

const answer = (reference: string, given: MethodAnswer) => standIn.answerMethod(reference, given, account);

/** A payment that its customer has approved. */
async function approved(row: StripeMethod, given: object = {}) {
  const begun = await begin(row, given);
  answer(begun.reference, 'approve');
  const { payment } = requireApproval(await findAuthorization(begun.order));
  const { amount, currency } = begun.order;
  const move = (kind: Parameters<typeof movement>[0], sum = amount, more = {}) => {
    const asked = movement(kind, payment, sum, { account, currency, final: true, ...more });
    return stripe.move(asked);
  };
  return { ...begun, payment, move };
}

const books = () => standIn.books(account);

describe.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
  const isLater = row.captured === 'later';

  test('a text that is too short for a statement is left out, and the account’s own appears', async () => {
    const { move } = await approved(row, { descriptor: 'Abc' });
    expect(books().intents[0]?.statement_descriptor).toBeNull();
    requireApproval(await move('capture', undefined, { descriptor: 'Abc' }));
    const other = await approved(row, { descriptor: 'My shop' });
    const [intent] = books().intents.filter(({ id }) => id === other.reference);
    expect(intent?.statement_descriptor).toBe('My shop');
  });

  test('the page of the method sends its customer back, whatever they answer', async () => {
    const { url, reference } = await begin(row);
    if (row.kind === 'code') return expect(url).toBeUndefined();
    expect((await fetch(url ?? '')).status).toBe(200);
    const body = new URLSearchParams({ answer: 'cancel' });
    const back = await fetch(url ?? '', { method: 'POST', body, redirect: 'manual' });
    const location = new URL(back.headers.get('location') ?? '');
    expect(location.href).toMatch(/^https:\/\/pos\.example\/back\?state=1&/);
    expect(location.searchParams.get('payment_intent')).toBe(reference);
    // The page has ended, as has the customer's part.
    expect((await fetch(url ?? '')).status).toBe(404);
  });

  test('the payment is declined if the customer never answers', async () => {
    const { order, reference } = await begin(row);
    ahead = ((methodRules[row.type]?.seconds ?? 0) - 1) * 1000;
    expect(await findAuthorization(order)).toMatchObject({ state: 'challenge', reference });
    ahead += 2000;
    expect(await findAuthorization(order)).toMatchObject({ state: 'declined', decline: 'PAYMENT_REJECTED' });
    expect(standIn.events.at(-1)).toMatchObject({ type: 'payment_intent.payment_failed' });
  });

  test('Stripe captures a part only if the row says so', async () => {
    const { move, order } = await approved(row);
    if (!isLater) return expect(await move('capture', 20_000)).toMatchObject({ state: 'approved' });
    const part = await move('capture', 5000);
    expect(part.state).toBe(row.partialCapture ? 'approved' : 'declined');
    expect(books().captured[order.currency] ?? 0).toBe(row.partialCapture ? 5000 : 0);
  });

  test('a refund that its provider rejects comes back, with figures', async () => {
    const { move, reference } = await approved(row);
    await move('capture');
    standIn.settings(account).refunds = 'pending';
    requireApproval(await move('refund', 5000));
    standIn.failRefund(books().refunds[0]?.id ?? '', account);
    const { refunds } = (await stripe.findPayment(account, reference)) ?? {};
    expect(refunds).toMatchObject([{ amount: 5000, ended: true, returned: { net: expect.any(Number) } }]);
  });

  test('a refund is possible as long as its row says', async () => {
    const { move } = await approved(row);
    await move('capture');
    const { refundDays = 3650 } = row;
    ahead = refundDays * day - 1000;
    requireApproval(await move('refund', 100));
    ahead = (refundDays + 1) * day;
    expect((await move('refund', 100)).state).toBe(row.refundDays ? 'declined' : 'approved');
  });

  test('a customer disputes the payment only if Stripe has disputes of the method', async () => {
    const { move, reference } = await approved(row);
    await move('capture');
    if (!methodRules[row.type]?.disputes)
      return expect(() => standIn.dispute(reference, {}, account)).toThrow();
    const dispute = standIn.dispute(reference, { reason: 'product_not_received' }, account);
    expect(await stripe.findDispute(account, dispute)).toMatchObject({ status: 'open', payment: reference });
  });

  test('no fee of the platform remains of a payment that was given up', async () => {
    const fee = { basisPoints: 150, flat: {}, returned: false };
    const { order, reference } = await begin(row, { fee });
    answer(reference, 'approve');
    await stripe.abandon(storedOrder({ ...order }), reference);
    const returned = books().entries.filter(({ description }) => description === 'Application fee refund');
    expect(returned).toHaveLength(isLater ? 0 : 1);
  });

  test('a method that the account does not have is declined, and no customer is asked', async () => {
    standIn.settings(account).methods = { [row.type]: 'pending' };
    const { order, instrument } = orderOf(row);
    expect(await authorize(order, instrument)).toMatchObject({
      state: 'declined',
      decline: 'PAYMENT_METHOD_ERROR',
    });
    expect(books().intents).toEqual([]);
  });

  test.each([
    ['a currency that it does not take', { currency: 'JPY' }, 'currency'],
    ['less than the smallest payment', { amount: 1 }, 'amount'],
  ])('%s is refused without a request', async (_, given, field) => {
    const { order, instrument } = orderOf(row, given);
    expect(stripe.refusalOf(order)).toMatchObject({ field });
    expect((await authorize(order, instrument)).state).toBe('declined');
    expect(standIn.seen).toEqual([]);
  });

  test('the figures of a capture may come later than the capture', async () => {
    standIn.hideEntries(account);
    const { move, payment, order } = await approved(row);
    const capture = movement('capture', payment, 20_000, {
      account,
      currency: order.currency,
      final: true,
    });
    expect((await stripe.move(capture)).state).toBe('unknown');
    standIn.showEntries(account);
    requireApproval(await stripe.find(capture));
    await move('refund', 100);
    expect(books().captured).toEqual({ [order.currency]: 20_000 });
  });
});

test.each([
  ['000000', {}],
  ['123456', { email: 'invalid_code@example.com' }],
  ['123456', { email: 'expired_code@example.com' }],
])('a code %s that the bank does not know is a decline (%o)', async (code, payer) => {
  const row = rows.find(({ kind }) => kind === 'code') as StripeMethod;
  const { order, instrument } = orderOf(row);
  expect(await authorize(order, { ...instrument, code, payer } as Instrument)).toMatchObject({
    state: 'declined',
    decline: 'PAYMENT_METHOD_ERROR',
  });
});

test('a repeat with another code does not confirm the payment again', async () => {
  const row = rows.find(({ kind }) => kind === 'code') as StripeMethod;
  const { order, instrument, reference } = await begin(row);
  const other = { ...instrument, code: '654321' } as Instrument;
  expect(await authorize(order, other)).toMatchObject({ state: 'challenge', reference });
  expect(standIn.seen.flatMap(({ key = '' }) => key).join()).not.toMatch(/123456|654321/);
});

test.each(rows.filter(({ needs }) => needs.length > 0).map((row) => [row.name, row] as const))(
  '%s is declined without the details that it needs',
  async (_, row) => {
    const { order, instrument } = orderOf(row);
    const outcome = await authorize(order, { ...instrument, payer: {} } as Instrument);
    expect(outcome.state).not.toBe('challenge');
    expect(standIn.books(account)).toMatchObject({ entries: [], captured: {} });
  },
);

test('an account has the methods whose capabilities are active', () => {
  const states = { blik_payments: 'active', ideal_payments: 'pending', card_payments: 'active' };
  expect(methodsIn(states)).toEqual(['blik']);
  expect([methodsIn(undefined), methodsIn(null), methodsIn({})]).toEqual([[], [], []]);
});
