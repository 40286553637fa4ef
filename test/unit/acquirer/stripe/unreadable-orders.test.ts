import { acquirer as stripe } from '../../../../functions/core/acquirer/stripe/stripe.ts';
import { card, connect, movement, order } from '../../../stripe/orders.ts';
import { type StandIn, startStandIn } from '../../../stripe/stand-in/start.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
  connect(standIn.url);
});
afterAll(() => standIn.close());

/** Orders that stored operations of an earlier version could contain. */
const unreadable = [
  { amount: 1234, currency: 'BHD' },
  { amount: 1000, currency: 'XYZ' },
  { amount: 10.5, currency: 'EUR' },
  { amount: Number.NaN, currency: 'EUR' },
];
const declined = { state: 'declined', decline: 'PAYMENT_REJECTED' };

// Stripe would move the whole amount of the payment if an order's amount were left out.
test.each(unreadable)(
  'an order of $amount $currency is declined without a request to Stripe',
  async (money) => {
    expect(await stripe.authorize(order(money), card(), async (reference) => reference)).toEqual(declined);
    const payment = { reference: 'pi_1', manyCaptures: true, increments: true } as const;
    for (const kind of ['capture', 'refund', 'void', 'increment'] as const)
      expect(await stripe.move(movement(kind, payment, money.amount, { ...money, final: true }))).toEqual(
        declined,
      );
    expect(standIn.seen).toEqual([]);
  },
);
