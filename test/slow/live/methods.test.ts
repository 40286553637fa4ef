import { methods as rows } from '../../../functions/core/acquirer/stripe/methods.ts';
import { ownLive } from '../../api/support/live.ts';
import { methodRules } from '../../stripe/stand-in/method-rules.ts';
import { methodPayments, types, untouched, value } from '../support/methods.ts';

// Each method of the acquirer, and what its customer, its provider and the merchant can do with a payment.

jest.setTimeout(120_000);

const live = ownLive({ methods: types });
const payments = methodPayments(live);

describe.each(rows.map((row) => [row.name, row] as const))('a payment by %s', (_, row) => {
  const isLater = row.captured === 'later';

  test('the transaction shows the method, and is captured as the row says', async () => {
    const scene = await payments.begin(row);
    expect(scene.action.kind).toBe(row.kind === 'code' ? 'wait' : 'page');
    const state = payments.answer(scene, 'approve');
    const done = await payments.pay(scene);
    expect(done.status).toBe(201);
    const { authorizationId } = done.body;
    expect(await live.here.transaction(scene.key, authorizationId)).toMatchObject({
      ...{ card: null, method: { type: row.type, name: row.name }, successful: true },
      capturedAmount: isLater ? 0 : value,
      pendingAmount: isLater ? value : 0,
    });
    // Any browser that comes back learns the outcome, and a double click changes nothing.
    if (state)
      expect((await live.here.pos('/payments/returns', { state })).body).toMatchObject({ authorizationId });
    expect((await payments.pay(scene)).body).toEqual(done.body);
    if (isLater)
      expect((await live.here.move(scene.key, authorizationId, 'captures', value)).status).toBe(201);
    expect(payments.sumsOf(scene)).toEqual({ ...untouched, captured: value });
    await payments.report(scene);
    expect(await payments.transactionsOf(scene)).toHaveLength(1);
    await payments.expectSameSum(scene);
  });

  test.each([
    ['reject', 'PAYMENT_REJECTED_BY_ISSUER'],
    ['cancel', 'PAYMENT_REJECTED'],
  ] as const)('a customer who answers with %s has paid nothing', async (given, code) => {
    const scene = await payments.begin(row);
    const state = payments.answer(scene, given);
    const declined = await payments.pay(scene);
    expect([declined.status, declined.body.code]).toEqual([400, code]);
    if (state) expect((await live.here.pos('/payments/returns', { state })).body.code).toBe(code);
    await payments.report(scene);
    expect(payments.sumsOf(scene)).toEqual(untouched);
    for (const { successful } of await payments.transactionsOf(scene)) expect(successful).toBe(false);
  });

  test('the event alone makes the transaction of a customer who never comes back', async () => {
    const scene = await payments.begin(row);
    payments.answer(scene, 'approve');
    await payments.report(scene);
    expect(await payments.transactionsOf(scene)).toMatchObject([
      { method: { type: row.type }, successful: true, capturedAmount: isLater ? 0 : value },
    ]);
    if (!isLater) await payments.expectSameSum(scene);
  });

  test('a part is captured only if the row says so', async () => {
    const { key, id } = await payments.paid(row);
    const part = await live.here.move(key, id, 'captures', 5000);
    expect(part.status).toBe(row.partialCapture ? 201 : 400);
  });

  test('a merchant refunds in parts, and gets back what the provider rejects', async () => {
    const scene = await payments.captured(row);
    const { key, id, account, payment } = scene;
    expect((await live.here.move(key, id, 'refunds', 5000)).status).toBe(201);
    live.stripe.settings(account).refunds = 'pending';
    expect((await live.here.move(key, id, 'refunds', 6000)).status).toBe(201);
    live.stripe.settings(account).refunds = 'succeeded';
    const made = live.stripe.books(account).refunds.find((one) => {
      return one.payment_intent === payment && one.amount === 6000;
    });
    live.stripe.failRefund(made?.id ?? '', account);
    await payments.report(scene, /^refund/);
    const shown = await live.here.transaction(key, id);
    expect(shown).toMatchObject({ capturedAmount: value, refundedAmount: 5000 });
    await payments.expectSameSum(scene);
    expect((await live.here.move(key, id, 'refunds', value - 4999)).status).toBe(400);
    expect((await live.here.move(key, id, 'refunds', value - 5000)).status).toBe(201);
    expect(payments.sumsOf(scene)).toMatchObject({ captured: value, refunded: value });
  });

  if (methodRules[row.type]?.disputes)
    test('a customer disputes the payment', async () => {
      const scene = await payments.captured(row);
      live.stripe.dispute(scene.payment, { reason: 'product_not_received' }, scene.account);
      await payments.report(scene, /dispute/);
      expect(await live.here.transaction(scene.key, scene.id)).toMatchObject({ disputedAmount: value });
      await payments.expectSameSum(scene);
    });

  test('a customer cannot agree to a payment that they have left', async () => {
    const scene = await payments.begin(row);
    expect((await payments.leave(scene)).body.code).toBe('PAYMENT_REJECTED');
    expect(() => payments.answer(scene, 'approve')).toThrow('payment_intent_unexpected_state');
    expect(payments.sumsOf(scene)).toEqual(untouched);
  });

  test('a payment that a customer leaves after they have agreed counts, or goes back in full', async () => {
    const scene = await payments.begin(row);
    payments.answer(scene, 'approve');
    const left = await payments.leave(scene);
    const { captured, capturable, refunded } = payments.sumsOf(scene);
    expect(captured + capturable - refunded).toBe(left.status === 201 ? value : 0);
  });

  test.each([true, false])('a late answer of the provider counts (approved: %s)', async (approves) => {
    const scene = await payments.begin(row);
    const state = payments.answer(scene, 'process');
    expect((await payments.pay(scene)).body.challenges).toMatchObject([{ name: 'method' }]);
    expect((await live.here.pos('/payments/challenges/method', scene.body)).body.kind).toBe('wait');
    if (state)
      expect((await live.here.pos('/payments/returns', { state })).body).toMatchObject({ state: 'open' });
    live.stripe.answerProcessing(scene.payment, approves, scene.account);
    await payments.report(scene);
    expect((await payments.pay(scene)).status).toBe(approves ? 201 : 400);
    expect(await payments.transactionsOf(scene)).toMatchObject([{ successful: approves }]);
    if (!approves) expect(payments.sumsOf(scene)).toEqual(untouched);
  });
});
