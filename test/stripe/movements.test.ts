import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { movement } from './orders.ts';
import { authorizePayment, requireApproval, standIn, useStandIn } from './use-stand-in.ts';

useStandIn();

describe('a movement', () => {
  test('a movement captures in parts, each with its balance transaction, and the last releases the rest', async () => {
    const payment = await authorizePayment();
    const [first, second, third] = [
      movement('capture', payment, 300),
      movement('capture', payment, 300),
      movement('capture', payment, 200, { final: true }),
    ];
    const one = requireApproval(await stripe.move(first)).figures;
    expect(one).toEqual({
      reference: expect.stringMatching(/^txn_/),
      currency: 'EUR',
      net: 270,
      fee: 30,
      fees: [
        { kind: 'processing', amount: 24, description: 'Stripe processing fees' },
        { kind: 'tax', amount: 6, description: 'VAT' },
      ],
      availableOn: new Date().toISOString().slice(0, 10),
      bookedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.000Z$/),
    });
    const entries = [one?.reference ?? ''];
    const two = requireApproval(await stripe.move({ ...second, entries })).figures;
    expect(two?.reference).not.toBe(one?.reference);
    requireApproval(await stripe.move(movement('void', payment, 100)));
    expect(standIn.books().capturable).toEqual({ EUR: 400 });
    requireApproval(await stripe.move(third));
    expect(standIn.books()).toMatchObject({ captured: { EUR: 800 }, capturable: { EUR: 0 } });
    expect(await stripe.find(first)).toMatchObject({ state: 'approved' });
    expect(await stripe.find(movement('capture', payment, 300))).toEqual({ state: 'absent' });
  });

  test('a movement captures once if the payment allows only one capture', async () => {
    const payment = await authorizePayment({}, '4000008400000076');
    expect(payment.manyCaptures).toBe(false);
    requireApproval(await stripe.move(movement('capture', payment, 400)));
    expect(standIn.books()).toMatchObject({ captured: { EUR: 400 }, capturable: { EUR: 0 } });
    expect(await stripe.move(movement('capture', payment, 100))).toMatchObject({ state: 'declined' });
    const other = await authorizePayment({}, '4000008400000076');
    const part = movement('void', other, 100, { final: true });
    expect(stripe.refusalOf(part)).toMatchObject({ field: 'amount' });
    expect(await stripe.move(part)).toMatchObject({ state: 'declined' });
    expect(standIn.books().capturable).toEqual({ EUR: 1000 });
  });

  test('a movement voids the amount that was not captured', async () => {
    const untouched = await authorizePayment();
    const all = movement('void', untouched, 1000, { final: true, untouched: true });
    expect(await stripe.find(all)).toEqual({ state: 'absent' });
    expect(await stripe.move(all)).toEqual({ state: 'approved' });
    expect(await stripe.find(all)).toEqual({ state: 'approved' });
    const partly = await authorizePayment();
    requireApproval(await stripe.move(movement('capture', partly, 300)));
    const rest = movement('void', partly, 700, { final: true });
    expect(await stripe.find(rest)).toEqual({ state: 'absent' });
    expect(await stripe.move(rest)).toEqual({ state: 'approved' });
    expect(await stripe.find(rest)).toEqual({ state: 'approved' });
    const inParts = await authorizePayment();
    requireApproval(await stripe.move(movement('void', inParts, 400)));
    requireApproval(await stripe.move(movement('void', inParts, 600, { final: true })));
    expect(standIn.books()).toMatchObject({ captured: { EUR: 300 }, capturable: { EUR: 0 } });
  });

  test('an earlier increment is not found in place of a later one that was not made', async () => {
    Object.assign(standIn.settings(), { increments: true });
    const payment = await authorizePayment({ increments: true });
    const first = movement('increment', payment, 100, { total: 1100 });
    expect(await stripe.move(first)).toEqual({ state: 'approved' });
    expect(await stripe.find(first)).toEqual({ state: 'approved' });
    const second = movement('increment', payment, 100, { total: 1200 });
    expect(await stripe.find(second)).toEqual({ state: 'absent' });
  });

  test.each(['capture', 'refund', 'void'] as const)(
    'a %s that Stripe refuses because it was made before keeps its outcome',
    async (kind) => {
      const payment = await authorizePayment();
      if (kind === 'refund')
        requireApproval(await stripe.move(movement('capture', payment, 1000, { final: true })));
      const asked = movement(kind, payment, 1000, { final: true, untouched: kind === 'void' });
      const outcome = await stripe.move(asked);
      expect(outcome.state).toBe('approved');
      // With another key, the same order is another request to Stripe.
      expect(await stripe.move({ ...asked, attempts: 1 })).toEqual(outcome);
    },
  );

  test('a movement in another currency has the acquirer’s exchange rate, as the price of one major unit', async () => {
    for (const [currency, amount, rate] of [
      ['USD', 1000, 0.92],
      ['JPY', 1000, 0.0061],
      ['BHD', 10_000, 2.44],
    ] as const) {
      const payment = await authorizePayment({ currency, amount });
      const { figures } = requireApproval(
        await stripe.move(movement('capture', payment, amount, { currency })),
      );
      expect(figures?.currency).toBe('EUR');
      expect(figures?.rate).toBeCloseTo(rate, 6);
    }
  });
});

test('a payment and a dispute’s balance transactions show their amounts in the account’s currency', async () => {
  const usd = { amount: 1000, currency: 'USD' };
  const payment = await authorizePayment(usd);
  const { figures } = requireApproval(await stripe.move(movement('capture', payment, 1000, usd)));
  expect(await stripe.findPayment(undefined, payment.reference)).toEqual({
    currency: 'USD',
    authorized: 1000,
    captureBefore: undefined,
    captured: 1000,
    captures: [{ amount: 1000, figures }],
    refunds: [],
    ended: true,
  });
  const dispute = standIn.dispute(payment.reference);
  standIn.closeDispute(dispute, 'won');
  const { figures: moved = [], ...found } = (await stripe.findDispute(undefined, dispute)) ?? {};
  expect(moved.map(({ net, fee, currency, rate }) => ({ net, fee, currency, rate }))).toEqual([
    { net: -2420, fee: 1500, currency: 'EUR', rate: 0.92 },
    { net: 920, fee: 0, currency: 'EUR', rate: 0.92 },
  ]);
  expect(found).toMatchObject({ status: 'won', payment: payment.reference, ...usd });
  expect(await stripe.findPayment(undefined, 'pi_none')).toBeUndefined();
});
