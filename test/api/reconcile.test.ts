import { ownLive } from './support/live.ts';
import { nightOf } from './support/night.ts';
import { until } from './support/until.ts';

const live = ownLive();

const night = (merchantId: string) => nightOf(live.florin, merchantId);

async function report(happen: () => unknown): Promise<void> {
  const before = live.stripe.events.length;
  happen();
  for (const event of live.stripe.events.slice(before)) expect(await live.postEvent(event)).toBe(200);
}

async function busy() {
  const shop = await live.shop();
  const { key, merchant, account } = shop;
  const id = await live.authorized(merchant, 10000);
  await live.here.move(key, id, 'captures', 6000);
  await live.here.move(key, id, 'captures', 4000);
  await live.here.move(key, id, 'refunds', 1000);
  const payment = live.stripe.books(account).intents[0]?.id ?? '';
  const show = () => live.here.transaction(key, id);
  return { ...shop, id, payment, show };
}

test('books that agree raise no alarm: captures, refunds, disputes open and lost, payouts', async () => {
  const { key, merchant, account, payment, show } = await busy();
  let dispute = '';
  await report(() => {
    dispute = live.stripe.dispute(payment, { amount: 500 }, account);
  });
  await until(show, ({ disputedAmount }) => disputedAmount === 500);
  expect(await night(merchant.id)).toEqual([]);
  await report(() => live.stripe.closeDispute(dispute, 'lost', account));
  await report(() => live.stripe.payOut(2000, account));
  await until(show, ({ trail }) => trail.length === 4);
  // Two captures, a refund, the dispute and the payout.
  await until(
    () => live.here.api('GET', `/merchants/${merchant.id}/lines?limit=10`, { key }),
    ({ body }) => body.length === 5,
  );
  expect(await night(merchant.id)).toEqual([]);
});

test('a payout that was never reported is told of, with its entry', async () => {
  const { merchant, account } = await busy();
  live.stripe.payOut(2000, account);
  expect(await night(merchant.id)).toMatchObject([
    { merchantId: merchant.id, ReconciliationDifferences: 1, entry: { type: 'payout', net: -2000 } },
  ]);
});
