import { aws } from './support/aws.ts';
import { ownLive } from './support/live.ts';
import { until } from './support/until.ts';

const live = ownLive();

/** What a night's run tells of, of one merchant. */
async function night(merchantId: string): Promise<unknown[]> {
  const before = live.florin.log().length;
  // As of tomorrow: what is younger than an hour may be on its way.
  const time = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
  const done = await aws(live.florin.aws).invoke('ReconcileAcquirer', {
    Records: [{ messageId: 'night', body: JSON.stringify({ time, merchantId }) }],
  });
  expect(done.body).toEqual({ batchItemFailures: [] });
  return live.florin
    .log()
    .slice(before)
    .split('\n')
    .flatMap((line) => (line.includes('ReconciliationDifferences') ? [JSON.parse(line)] : []));
}

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
