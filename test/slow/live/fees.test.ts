import { connectWithAcquirer } from '../../api/support/connect.ts';
import { ownLive } from '../../api/support/live.ts';
import { nightOf } from '../../api/support/night.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const live = ownLive();

const night = (merchantId: string) => nightOf(live.florin, merchantId);

/** A merchant whose platform takes a fee. */
async function shop(settings: object) {
  const made = await live.shop();
  const { key, merchant, account } = made;
  await connectWithAcquirer(merchant.id, live.florin.aws, settings);
  const list = async (what: string) =>
    (await live.here.api('GET', `/merchants/${merchant.id}/${what}?limit=100`, { key })).body;
  return {
    ...made,
    lines: () => list('lines'),
    postings: () => list('postings'),
    balance: async () =>
      (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance,
    paymentOf: () => live.stripe.books(account).intents[0]?.id ?? '',
  };
}

async function report(happen: () => unknown): Promise<void> {
  const before = live.stripe.events.length;
  happen();
  for (const event of live.stripe.events.slice(before)) expect(await live.postEvent(event)).toBe(200);
  await live.eventsApplied();
}

test.each(['adjustment', 'in the refund'] as const)(
  'a fee that refunds return by an entry %s is in the ledger after the night, and makes no case',
  async (returnsFees) => {
    const own = await shop({ fee: '1.5%+20EUR', feeRefund: 'return' });
    const { key, merchant, account, lines } = own;
    live.stripe.settings(account).returnsFees = returnsFees;
    const id = await live.authorized(merchant, 10000);
    await live.here.move(key, id, 'captures', 10000);
    await live.here.move(key, id, 'refunds', 2500);
    await live.here.move(key, id, 'refunds', 7500);
    for (let n = 0; n < 2; n++) expect(await night(merchant.id)).toEqual([]);
    await live.expectSameBooks(own);
    // The platform has returned its whole fee. Stripe keeps its own fee.
    expect(await own.balance()).toBe(-175);
    const kinds = (await lines()).map(({ amount, fee, adjustment }: (typeof own)['merchant']) => [
      amount.amount,
      fee,
      adjustment ?? false,
    ]);
    const [capture, refunds] = [[10000, 345, false], returnsFees === 'adjustment' ? 0 : 1];
    expect(kinds).toHaveLength(refunds ? 3 : 5);
    expect(kinds).toEqual(
      expect.arrayContaining(
        refunds
          ? [capture, [2500, -43, false], [7500, -127, false]]
          : [capture, [2500, 0, false], [7500, 0, false], [0, -43, true], [0, -127, true]],
      ),
    );
  },
);

test('captures by the merchant, disputes and payouts of payments with a fee make no case', async () => {
  const own = await shop({ fee: '2%' });
  const { key, merchant, account, lines, paymentOf } = own;
  const id = await live.authorized(merchant, 10000);
  // A capture in the dashboard cannot omit the fee, which is part of the payment.
  await report(() => live.stripe.capture(paymentOf(), 6000, account));
  const [line] = await waitUntil(lines, (all) => all.length === 1);
  expect(line).toMatchObject({ transactionId: id, amount: { amount: 6000 } });
  expect(line.fees).toContainEqual({ kind: 'application', amount: 200, description: 'Application fee' });
  let dispute = '';
  await report(() => {
    dispute = live.stripe.dispute(paymentOf(), { amount: 6000 }, account);
  });
  await report(() => live.stripe.closeDispute(dispute, 'lost', account));
  const small = await live.authorized(merchant, 50);
  expect((await live.here.move(key, small, 'captures', 50)).status).toBe(201);
  await report(() => live.stripe.payOutAll(account));
  for (let n = 0; n < 2; n++) expect(await night(merchant.id)).toEqual([]);
  expect(await own.balance()).toBe(live.stripe.books(account).balance);
});

test('payments in other currencies pay the fee in that of the account, and the books agree', async () => {
  const own = await shop({ fee: '2.5%+20EUR+50JPY', feeRefund: 'return' });
  const { key, merchant, account, postings } = own;
  const pays = async (currency: string, exponent: number, value: number) =>
    live.authorized(merchant, value, { amount: { currency, exponent, value } });
  const yen = await pays('JPY', 0, 5000);
  const dollars = await pays('USD', 2, 2000);
  for (const [id, amount] of [
    [yen, 5000],
    [dollars, 2000],
  ] as const) {
    expect((await live.here.move(key, id, 'captures', amount)).status).toBe(201);
    expect((await live.here.move(key, id, 'refunds', amount / 2)).status).toBe(201);
  }
  const fees = live.stripe.books(account).charges.map((charge) => charge.application_fee_amount);
  expect(fees).toEqual([50, 175]);
  for (let n = 0; n < 2; n++) expect(await night(merchant.id)).toEqual([]);
  expect(await own.balance()).toBe(live.stripe.books(account).balance);
  for (const { postings: parts } of await postings()) {
    const sums = new Map<string, number>();
    for (const { currency, amount } of parts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
    expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
  }
});
