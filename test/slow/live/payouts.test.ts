import { ownLive } from '../../api/support/live.ts';
import { nightOf } from '../../api/support/night.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const live = ownLive({ env: { FLORIN_VISIBILITY_SECONDS: '2' } });

// biome-ignore lint/suspicious/noExplicitAny: as the API shows it
type Json = any;
type Shop = Awaited<ReturnType<typeof live.shop>>;

/** Runs `happen` at the acquirer, and posts its events, each the given number of times. */
async function report(happen: () => void, times = 1): Promise<void> {
  const before = live.stripe.events.length;
  happen();
  for (const event of live.stripe.events.slice(before))
    for (let n = 0; n < times; n++) expect(await live.postEvent(event)).toBe(200);
}

const payoutsOf = async ({ key, merchant }: Shop): Promise<Json[]> =>
  (await live.here.api('GET', `/merchants/${merchant.id}/payouts?limit=100`, { key })).body;

const payoutOf = async (shop: Shop, id: string, query = ''): Promise<Json> =>
  (await live.here.api('GET', `/payouts/${id}${query}`, { key: shop.key })).body.payout;

/** Waits until the only payout of a shop meets the condition. */
const payoutWhen = async (shop: Shop, isSo: (payout: Json) => boolean): Promise<Json> =>
  (
    await waitUntil(
      () => payoutsOf(shop),
      ([first]) => first && isSo(first),
    )
  )[0];

const sumOf = (lines: Json[]): number =>
  lines.reduce((sum, { balance, kept }) => sum + (kept?.balance ?? balance), 0);

/** A shop with a capture and a refund. */
async function busy(): Promise<Shop> {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, 10000);
  await live.here.move(shop.key, id, 'captures', 6000);
  await live.here.move(shop.key, id, 'refunds', 1000);
  return shop;
}

test('a payout has its lines, arrival date and trace id, and each line names its payout', async () => {
  const shop = await busy();
  const { key, merchant, account } = shop;
  live.stripe.book({ type: 'stripe_fee', amount: -500 }, account);
  let reference = '';
  await report(() => {
    reference = live.stripe.payOutAll(account);
  }, 2);
  const open = await payoutWhen(shop, () => true);
  expect(open).toMatchObject({ reference, status: 'pending', itemized: 'open', trace: null, count: 0 });
  expect((await payoutOf(shop, open.id)).lines).toEqual([]);

  await report(() => live.stripe.reconcilePayout(reference, account), 2);
  const { id } = await payoutWhen(shop, ({ itemized }) => itemized === 'done');
  const payout = await payoutOf(shop, id);
  // 60 less its fee of 1.15, a refund of 10, and the fee that Stripe has charged.
  expect(payout).toMatchObject({
    merchantId: merchant.id,
    test: false,
    amount: { currency: 'EUR', amount: 6000 - 115 - 1000 - 500 },
    arrival: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    trace: `trace-${reference}`,
    count: 3,
    ...{ carried: { in: 0, out: 0 }, gross: 6000 - 1000, fees: 115 + 500, net: 6000 - 115 - 1000 - 500 },
  });
  expect(payout.lines).toHaveLength(3);
  expect(sumOf(payout.lines)).toBe(payout.amount.amount);
  const lines = (await live.here.api('GET', `/merchants/${merchant.id}/lines?limit=9`, { key })).body;
  expect(lines.find(({ id: line }: Json) => line === id)).toMatchObject({
    ...{ payout: true, reference, payoutId: id, arrival: payout.arrival, trace: payout.trace },
  });
  for (const line of payout.lines) {
    expect(line).toMatchObject({ payoutId: id, arrival: payout.arrival, trace: payout.trace });
    expect(line.reference).toMatch(/^txn_/);
    expect(lines).toContainEqual(line);
  }
  expect(payout.lines.find(({ capture }: Json) => capture).fees).toEqual([
    { kind: 'processing', amount: 92, description: 'Stripe processing fees' },
    { kind: 'tax', amount: 23, description: 'VAT' },
  ]);

  await report(() => live.stripe.endPayout(reference, 'paid', account));
  await payoutWhen(shop, ({ status }) => status === 'paid');
  // The next payout has the lines since the first one.
  const next = await live.authorized(merchant, 3000);
  await live.here.move(key, next, 'captures', 3000);
  await report(() => {
    reference = live.stripe.payOutAll(account);
    live.stripe.reconcilePayout(reference, account);
  });
  const second = await payoutWhen(shop, (newest) => newest.reference === reference && newest.count === 1);
  expect((await payoutOf(shop, second.id)).lines.map(({ balance }: Json) => balance)).toEqual([2930]);
});

test('reading a payout of several pages continues after an error', async () => {
  const shop = await busy();
  const { account } = shop;
  for (let n = 0; n < 230; n++) live.stripe.book({ type: 'stripe_fee', amount: -1 }, account);
  live.stripe.fail({ how: 'gateway', of: 'GET /v1/balance_transactions', account, after: 1, times: 5 });
  let reference = '';
  await report(() => {
    reference = live.stripe.payOutAll(account);
    live.stripe.reconcilePayout(reference, account);
  });
  const { id, count } = await payoutWhen(shop, ({ itemized }) => itemized === 'done');
  expect(count).toBe(232);
  const lines: Json[] = [];
  for (let before = ''; lines.length < count; before = `&before=${lines.at(-1).id}`) {
    const page = (await payoutOf(shop, id, `?limit=100${before}`)).lines;
    expect(page.length).toBeGreaterThan(0);
    lines.push(...page);
  }
  expect(new Set(lines.map((line) => line.id)).size).toBe(232);
  expect(sumOf(lines)).toBe(6000 - 115 - 1000 - 230);
});

test('a payout without all of its lines stays open: the nightly job retries it, and logs it when it is late', async () => {
  const shop = await busy();
  const { merchant, account } = shop;
  // A charge of a payment that Florin does not know.
  live.stripe.book({ type: 'charge', amount: 700, source: 'ch_unknown' }, account);
  const reference = live.stripe.payOutAll(account);
  const created = live.stripe.events.slice(-1);
  live.stripe.reconcilePayout(reference, account);
  for (const event of created) expect(await live.postEvent(event)).toBe(200);
  const { id } = await payoutWhen(shop, () => true);
  expect(live.florin.log()).not.toContain(`"payoutId":"${id}","payout":"${reference}","level":"error"`);
  const day = 24 * 60 * 60 * 1000;
  await nightOf(live.florin, merchant.id, Date.now() + 2 * day);
  const told = await waitUntil(
    async () =>
      live.florin
        .log()
        .split('\n')
        .filter((line) => line.includes(id) && line.includes('ReconciliationDifferences')),
    ({ length }) => length > 0,
  );
  expect(JSON.parse(told[0] ?? '')).toMatchObject({
    merchantId: merchant.id,
    payoutId: id,
    payout: reference,
    difference: 700,
    missing: 1,
    entries: [expect.stringMatching(/^txn_/)],
  });
  expect(await payoutWhen(shop, () => true)).toMatchObject({ itemized: 'open', count: 0 });
});

test('a merchant shows its pending, reserved and disputed funds as the acquirer does', async () => {
  const shop = await live.shop();
  const { key, merchant, account } = shop;
  const show = async () => (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
  live.stripe.settings(account).payoutDelay = 3;
  const id = await live.authorized(merchant, 10000);
  await live.here.move(key, id, 'captures', 10000);
  const net = 10000 - 175;
  expect(await show()).toMatchObject({ balance: net, pending: net, available: 0, reserved: 0, disputed: 0 });
  const [line] = (await live.here.api('GET', `/merchants/${merchant.id}/lines?limit=1`, { key })).body;
  expect(Date.parse(line.available)).toBeGreaterThan(Date.now());

  live.stripe.book({ type: 'topup', amount: 5000 }, account);
  // A hold is booked in both balances.
  live.stripe.book({ type: 'reserve_hold', amount: -2000 }, account);
  live.stripe.book({ type: 'reserve_hold', amount: 2000, balance_type: 'risk_reserved' }, account);
  live.stripe.book({ type: 'topup', amount: 800, balance_type: 'refund_and_dispute_prefunding' }, account);
  expect(await nightOf(live.florin, merchant.id)).toEqual([]);
  const funds = { balance: net + 3000, pending: net, available: 3000, reserved: 2800, disputed: 0 };
  expect(await show()).toMatchObject(funds);

  const payment = live.stripe.books(account).intents[0]?.id ?? '';
  let dispute = '';
  await report(() => {
    dispute = live.stripe.dispute(payment, { amount: 4000 }, account);
  });
  // The disputed amount and the fee of the dispute.
  const taken = 4000 + 1500;
  const open = await waitUntil(show, ({ disputed }) => disputed > 0);
  expect(open).toMatchObject({
    ...funds,
    balance: funds.balance - taken,
    available: 3000 - taken,
    disputed: taken,
  });
  await report(() => live.stripe.closeDispute(dispute, 'won', account));
  const won = await waitUntil(
    show,
    ({ disputed, balance }) => disputed === 0 && balance === funds.balance - 1500,
  );
  expect(won).toMatchObject({ ...funds, balance: funds.balance - 1500, available: 1500 });
  live.stripe.book({ type: 'reserve_release', amount: 2000 }, account);
  live.stripe.book({ type: 'reserve_release', amount: -2000, balance_type: 'risk_reserved' }, account);
  expect(await nightOf(live.florin, merchant.id)).toEqual([]);
  expect(await show()).toMatchObject({ reserved: 800, available: 3500 });
  await live.expectSameBooks(shop);
});
