import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { newId } from '../../functions/core/domain/id.ts';
import { authorize, card, movement, order } from './orders.ts';
import { authorizePayment, requireApproval, restartStandIn, standIn, useStandIn } from './use-stand-in.ts';

useStandIn();

describe('a movement', () => {
  test('captures in parts, each with its balance transaction, and the last releases the rest', async () => {
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

  test('captures once if the payment allows only one capture', async () => {
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

  test('voids the amount that was not captured', async () => {
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

  test('does not void a payment that another system has captured', async () => {
    const payment = await authorizePayment();
    requireApproval(await stripe.move(movement('capture', payment, 1000, { final: true })));
    const whole = movement('void', payment, 1000, { final: true, untouched: true });
    expect(await stripe.move(whole)).toMatchObject({ state: 'declined' });
    expect(await stripe.find(whole)).toEqual({ state: 'absent' });
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

  test.each(['failed', 'canceled'] as const)(
    'a refund that has %s before it moved money is declined',
    async (end) => {
      standIn.settings().refunds = 'requires_action';
      const payment = await authorizePayment();
      requireApproval(await stripe.move(movement('capture', payment, 1000)));
      const refund = movement('refund', payment, 400);
      expect(await stripe.move(refund)).toMatchObject({ state: 'accepted' });
      const refunds = async () => (await stripe.findPayment(undefined, payment.reference))?.refunds;
      expect(await refunds()).toMatchObject([{ operation: refund.id, amount: 400, ended: false }]);
      standIn.endRefund(standIn.books().refunds[0]?.id ?? '', end);
      expect(await stripe.find(refund)).toMatchObject({ state: 'declined' });
      expect(await refunds()).toMatchObject([{ operation: refund.id, amount: 400, ended: true }]);
    },
  );

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

  test('a payment has ended once it is captured as a whole, or cancelled', async () => {
    const [open, captured, cancelled] = [
      await authorizePayment(),
      await authorizePayment(),
      await authorizePayment(),
    ];
    requireApproval(await stripe.move(movement('capture', captured, 1000, { final: true })));
    standIn.expire(cancelled.reference);
    const found = await Promise.all(
      [open, captured, cancelled].map(({ reference }) => stripe.findPayment(undefined, reference)),
    );
    expect(found).toMatchObject([
      { ended: false, captured: 0 },
      { ended: true, captured: 1000 },
      { ended: true, captured: 0 },
    ]);
  });

  test('refunds once, and at most the captured amount', async () => {
    const payment = await authorizePayment();
    requireApproval(await stripe.move(movement('capture', payment, 1000)));
    const refund = movement('refund', payment, 400);
    expect(await stripe.find(refund)).toEqual({ state: 'absent' });
    const { figures } = requireApproval(await stripe.move(refund));
    expect(figures).toMatchObject({ net: -400, fee: 0 });
    expect(await stripe.find(refund)).toEqual({ state: 'approved', figures });
    expect(await stripe.move(refund)).toEqual({ state: 'approved', figures });
    expect(await stripe.move(movement('refund', payment, 601))).toMatchObject({ state: 'declined' });
    expect(standIn.books().refunded).toEqual({ EUR: 400 });
  });

  test('a movement of an amount that Stripe cannot express is declined without a request', async () => {
    const currency = 'BHD';
    const payment = await authorizePayment({ amount: 10_000, currency });
    const asked = standIn.seen.length;
    for (const kind of ['capture', 'refund'] as const)
      expect(await stripe.move(movement(kind, payment, 1234, { currency }))).toMatchObject({
        state: 'declined',
      });
    expect(await authorize(order({ amount: 1234, currency }), card())).toMatchObject({
      state: 'declined',
    });
    expect(standIn.seen).toHaveLength(asked);
  });

  test('in another currency has the acquirer’s exchange rate, as the price of one major unit', async () => {
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

  test('is found and not made again when it is repeated after the acquirer has forgotten its key', async () => {
    let ahead = 0;
    await restartStandIn(() => Date.now() + ahead);
    const then = () => newId(Date.now() - 25 * 60 * 60 * 1000);
    const payment = await authorizePayment();
    requireApproval(await stripe.move(movement('capture', payment, 800)));
    const [capture, refund] = [
      movement('capture', payment, 100, { id: then() }),
      movement('refund', payment, 100, { id: then() }),
    ];
    requireApproval(await stripe.move(capture));
    requireApproval(await stripe.move(refund));
    ahead = 25 * 60 * 60 * 1000;
    requireApproval(await stripe.move(capture));
    requireApproval(await stripe.move(refund));
    expect(standIn.books()).toMatchObject({ captured: { EUR: 900 }, refunded: { EUR: 100 } });
  });
});
