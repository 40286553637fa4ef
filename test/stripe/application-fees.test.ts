import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import type { PlatformFee } from '../../functions/core/domain/money/platform-fee.ts';
import type { LivePayment } from '../../functions/core/domain/transactions/operation.ts';
import { authorize, card, findAuthorization, movement, order } from './orders.ts';
import { requireApproval, standIn, useStandIn } from './use-stand-in.ts';

const account = 'acct_fees';

useStandIn();

const terms = (given: Partial<PlatformFee> = {}): PlatformFee => ({
  basisPoints: 150,
  flat: { EUR: 20 },
  returned: false,
  ...given,
});

/** A payment as Florin stores it, with the fee that was agreed at the authorization. */
async function makeAuthorization(fee: PlatformFee, given = {}): Promise<LivePayment> {
  const { payment } = requireApproval(await authorize(order({ account, fee, ...given }), card()));
  return { ...payment, fee };
}

const captured = async (payment: LivePayment, amount: number, given = {}) =>
  requireApproval(await stripe.move(movement('capture', payment, amount, { account, final: true, ...given })))
    .figures;

test('each capture has its own application fee, which is part of its fee and reduces its net amount', async () => {
  const payment = await makeAuthorization(terms());
  // A merchant who captures in the acquirer's dashboard pays the fee of the whole payment.
  expect(standIn.books(account).intents).toMatchObject([{ application_fee_amount: 35 }]);
  const capture = movement('capture', payment, 401, { account, final: true });
  const first = requireApproval(await stripe.move(capture));
  // 1.5 % of 4.01 is 0.06015, which is rounded up to 0.07, and the flat part is 0.20.
  expect(first.figures).toMatchObject({
    net: 401 - 31 - 27,
    fee: 31 + 27,
    fees: [
      { kind: 'processing', amount: 25 },
      { kind: 'tax', amount: 6 },
      { kind: 'application', amount: 27 },
    ],
  });
  expect(await stripe.move(capture)).toEqual(first);
  expect(await stripe.find(capture)).toEqual(first);
  expect(standIn.books(account)).toMatchObject({ balance: 343, charges: [{ application_fee_amount: 27 }] });
});

test('a raised payment has the application fee of its new total, also when the dashboard captures less', async () => {
  standIn.settings(account).increments = true;
  const payment = await makeAuthorization(terms(), { increments: true });
  requireApproval(await stripe.move(movement('increment', payment, 1000, { account, total: 2000 })));
  const [intent] = standIn.books(account).intents;
  expect(intent).toMatchObject({ amount: 2000, application_fee_amount: 50 });
  standIn.capture(intent?.id ?? '', 1900, account);
  expect(standIn.books(account).charges).toMatchObject([{ application_fee_amount: 50 }]);
});

test('a payment with an application fee takes one capture, even if the account allows several', async () => {
  const made = order({ account, fee: terms() });
  const outcome = requireApproval(await authorize(made, card()));
  expect(outcome.payment.manyCaptures).toBe(false);
  expect(await findAuthorization(made)).toEqual(outcome);
  expect(requireApproval(await authorize(order({ account }), card())).payment.manyCaptures).toBe(true);
});

test('a found authorization with an application fee takes one capture, even if Stripe allows several', async () => {
  const made = order({ account });
  const { reference } = requireApproval(await authorize(made, card())).payment;
  const outcome = requireApproval(await findAuthorization({ ...made, fee: terms() }));
  expect(outcome.payment).toMatchObject({ reference, manyCaptures: false });
});

test.each([
  ['EUR', 50, { basisPoints: 0, flat: { EUR: 500 } }, 49],
  ['EUR', 50, { basisPoints: 9999, flat: {} }, 49],
  ['EUR', 50, { basisPoints: 1, flat: {} }, 1],
  ['EUR', 99_999_999, { basisPoints: 150, flat: {} }, 1_500_000],
  // Currencies without decimals, with two decimals that are always 0, and with three decimals, the last of which is 0.
  ['JPY', 333, { basisPoints: 150, flat: { JPY: 3 } }, 8],
  ['ISK', 33_300, { basisPoints: 150, flat: {} }, 500],
  ['BHD', 3330, { basisPoints: 150, flat: { BHD: 1 } }, 60],
  // A flat part applies to one currency only.
  ['DKK', 1000, { basisPoints: 150, flat: { EUR: 20 } }, 15],
  ['DKK', 1000, { basisPoints: 0, flat: { EUR: 20 } }, undefined],
] as const)(
  'for a payment of %s %d with the fee %j, Stripe is asked for %s',
  async (currency, amount, fee, expected) => {
    const payment = await makeAuthorization(terms(fee), { amount, currency });
    const sent = { application_fee_amount: expected ?? null };
    expect(standIn.books(account).intents).toMatchObject([sent]);
    await captured(payment, amount, { currency });
    expect(standIn.books(account)).toMatchObject({ intents: [sent], charges: [sent] });
  },
);

test('the application fee of a payment in another currency is converted to the currency of the account', async () => {
  const payment = await makeAuthorization(terms({ flat: { USD: 20 } }), { amount: 10000, currency: 'USD' });
  const figures = await captured(payment, 10000, { currency: 'USD' });
  expect(standIn.books(account).charges).toMatchObject([{ application_fee_amount: 170 }]);
  // 170 cents at 0.92, and Stripe's 1.5 % of EUR 92.00 and 0.25.
  expect(figures).toMatchObject({ currency: 'EUR', fee: 156 + 163, net: 9200 - 156 - 163 });
  expect(figures?.fees).toContainEqual({ kind: 'application', amount: 156, description: 'Application fee' });
});

describe('a refund', () => {
  const refund = (payment: LivePayment, amount: number) =>
    stripe.move(movement('refund', payment, amount, { account }));

  test('a refund leaves the application fee with the platform', async () => {
    const payment = await makeAuthorization(terms());
    const net = (await captured(payment, 1000))?.net ?? 0;
    expect(requireApproval(await refund(payment, 1000)).figures).toMatchObject({ net: -1000, fee: 0 });
    expect(standIn.books(account).balance).toBe(net - 1000);
  });

  test('a refund returns its share of the application fee, and the last refund returns the rest', async () => {
    const payment = await makeAuthorization(terms({ returned: true }));
    const net = (await captured(payment, 1000))?.net ?? 0;
    expect(requireApproval(await refund(payment, 333)).figures).toMatchObject({ net: -333, fee: 0 });
    expect(requireApproval(await refund(payment, 667)).figures).toMatchObject({ net: -667, fee: 0 });
    const returned = standIn.books(account).entries.filter(({ type }) => type === 'adjustment');
    expect(returned.map((entry) => entry.net).reverse()).toEqual([12, 23]);
    expect(standIn.books(account).balance).toBe(net - 1000 + 35);
  });

  test('a refund has a negative fee if the acquirer books the returned application fee with the refund', async () => {
    standIn.settings(account).returnsFees = 'in the refund';
    const payment = await makeAuthorization(terms({ returned: true }));
    await captured(payment, 1000);
    const refunded = movement('refund', payment, 1000, { account });
    const outcome = requireApproval(await stripe.move(refunded));
    expect(outcome.figures).toMatchObject({
      net: -965,
      fee: -35,
      fees: [{ kind: 'application', amount: -35 }],
    });
    expect(await stripe.find(refunded)).toEqual(outcome);
  });
});

test('a payment with an application fee that Stripe refuses holds no money', async () => {
  standIn.settings(account).country = 'BR';
  const made = order({ account, fee: terms() });
  expect(await authorize(made, card())).toMatchObject({ state: 'forbidden' });
  expect(standIn.books(account)).toMatchObject({ authorized: {}, intents: [] });
});

test('saving a card costs no application fee', async () => {
  requireApproval(await authorize(order({ account, amount: 0, fee: terms() }), card()));
});
