import { aws } from '../api/support/aws.ts';
import { connectWithAcquirer, disableAtAcquirer } from '../api/support/connect.ts';
import { ownLive } from '../api/support/live.ts';
import { nightOf } from '../api/support/night.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';

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
  await waitUntil(show, ({ disputedAmount }) => disputedAmount === 500);
  expect(await night(merchant.id)).toEqual([]);
  await report(() => live.stripe.closeDispute(dispute, 'lost', account));
  await report(() => live.stripe.payOut(2000, account));
  await waitUntil(show, ({ trail }) => trail.length === 5);
  // Two captures, a refund, the dispute and the payout.
  await waitUntil(
    () => live.here.api('GET', `/merchants/${merchant.id}/lines?limit=10`, { key }),
    ({ body }) => body.length === 5,
  );
  expect(await night(merchant.id)).toEqual([]);
});

test('an entry that is booked while the first night reads the balance causes no difference', async () => {
  const { merchant, account } = await busy();
  await new Promise((done) => setTimeout(done, 1100));
  const { hold, seen, book } = live.stripe;
  const asked = (path: RegExp) => seen.filter((one) => one.account === account && path.test(one.path)).length;
  /**
   * Holds requests of a path back.
   *
   * @returns a function that waits for the next held request, and one that releases it
   */
  const stop = (path: RegExp) => {
    const before = asked(path);
    const go = hold(path);
    const another = async () => asked(path);
    return { come: () => waitUntil(another, (count) => count > before), go };
  };
  const balance = stop(/\/balance$/);
  // The first comparison ends one hour before now: it includes the entries above, and excludes those below.
  const first = nightOf(live.florin, merchant.id, Date.now() - 23 * 60 * 60 * 1000);
  await balance.come();
  const entries = stop(/\/balance_transactions$/);
  balance.go();
  await entries.come();
  book({ type: 'stripe_fee', amount: -500 }, account);
  entries.go();
  expect(await first).toEqual([]);
  for (let n = 0; n < 2; n++) expect(await night(merchant.id)).toEqual([]);
});

test('a dispute that was won and cost nothing raises no alarm', async () => {
  const { key, merchant, account, payment, show } = await busy();
  let dispute = '';
  await report(() => {
    dispute = live.stripe.dispute(payment, { amount: 500 }, account);
  });
  await report(() => live.stripe.closeDispute(dispute, 'won', account));
  await waitUntil(show, ({ trail }) => trail.length === 6);
  expect(await night(merchant.id)).toEqual([]);
  await live.expectSameBooks({ key, merchant, account });
});

test('the job warns a merchant once, a day or more before the end of an authorization that still holds money', async () => {
  const shop = await live.shop();
  const { key, merchant } = shop;
  const server = await startReceiver();
  try {
    const body = { url: server.url, events: ['transaction.expiring', 'webhook.tested'] };
    await live.here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body });
    const pending = await live.authorized(merchant, 1000);
    await live.here.move(key, pending, 'captures', 400);
    const captured = await live.authorized(merchant, 1000);
    await live.here.move(key, captured, 'captures', 1000);
    const warnings = () => server.received.filter(({ event }) => event.type === 'transaction.expiring');

    const day = 24 * 60 * 60 * 1000;
    // The job runs a day after this time, and the authorization ends after seven days.
    for (const days of [3, 4.5, 4.5, 5]) {
      expect(await nightOf(live.florin, merchant.id, Date.now() + days * day)).toEqual([]);
      if (days === 3) expect(warnings()).toEqual([]);
    }
    await waitUntil(
      async () => warnings(),
      (found) => found.length > 0,
    );
    // Every event of the table's stream that came before this one has been published.
    const { body: webhooks } = await live.here.api('GET', `/merchants/${merchant.id}/webhooks?limit=1`, {
      key,
    });
    await live.here.api('POST', `/merchants/${merchant.id}/webhooks/${webhooks[0].id}/tests`, { key });
    await waitUntil(
      async () => server.received.filter(({ event }) => event.type === 'webhook.tested'),
      (found) => found.length > 0,
    );
    expect(warnings().map(({ event }) => event)).toMatchObject([
      {
        test: false,
        data: { transaction: { id: pending, pendingAmount: 600, captureBefore: expect.any(String) } },
      },
    ]);
  } finally {
    await server.stop();
  }
});

test('the job warns when half of a short authorization is left, and releases the hold soon after its end', async () => {
  const { key, merchant, account } = await live.shop();
  const server = await startReceiver();
  try {
    const body = { url: server.url, events: ['transaction.expiring'] };
    await live.here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body });
    const warned = () => server.received.map(({ event }) => event.data.transaction.id);
    const hour = 60 * 60 * 1000;
    const start = Date.now();
    const watch = async (hours: number) => {
      const time = new Date(start + hours * hour).toISOString();
      const { error, body } = await aws(live.florin.aws).invoke('WatchAuthorizations', { time });
      if (error) throw new Error(JSON.stringify(body));
      return body as { looked: number };
    };
    const week = await live.authorized(merchant, 2000);
    live.stripe.settings(account).holdHours = 12;
    const short = await live.authorized(merchant, 1000);
    const captured = await live.authorized(merchant, 1000);
    await live.here.move(key, captured, 'captures', 1000);

    expect(await watch(5.9)).toEqual({ looked: 0 });
    // The job no longer lists the captured authorization.
    expect(await watch(6.1)).toEqual({ looked: 2 });
    expect(await watch(7)).toEqual({ looked: 0 });
    await waitUntil(
      async () => warned(),
      ({ length }) => length > 0,
    );
    expect(warned()).toEqual([short]);

    // The bank is late at first, and then no event comes.
    expect(await watch(12.2)).toEqual({ looked: 1 });
    expect(await live.here.transaction(key, short)).toMatchObject({ pendingAmount: 1000, voidedAmount: 0 });
    const [payment] = live.stripe
      .books(account)
      .intents.filter(({ amount, status }) => amount === 1000 && status === 'requires_capture');
    live.stripe.expire(payment?.id ?? '', account);
    expect(await watch(13.5)).toEqual({ looked: 1 });
    expect(await live.here.transaction(key, short)).toMatchObject({ pendingAmount: 0, voidedAmount: 1000 });

    expect(await watch(24 * 4.9)).toEqual({ looked: 0 });
    await watch(24 * 5.1);
    await waitUntil(
      async () => warned(),
      ({ length }) => length > 1,
    );
    expect(warned()).toEqual([short, week]);
  } finally {
    await server.stop();
  }
});

test('a returned payout that was never reported gets its lines from the books; its late events change nothing', async () => {
  const shop = await busy();
  const { key, merchant, account } = shop;
  const before = live.stripe.events.length;
  live.stripe.endPayout(live.stripe.payOut(2000, account), 'failed', account);
  live.stripe.payOut(500, account);
  expect(await night(merchant.id)).toEqual([]);
  await live.expectSameBooks(shop);
  for (const event of live.stripe.events.slice(before)) expect(await live.postEvent(event)).toBe(200);
  await live.eventsApplied();
  const payouts = (await linesOf(key, merchant.id)).filter(({ payout }: Line) => payout);
  expect(payouts.map(({ balance }: Line) => balance).sort()).toEqual([-2000, -500, 2000]);
  expect(await night(merchant.id)).toEqual([]);
});

test.each(['failed', 'canceled'] as const)(
  'a payout that takes days raises no alarm; a payout that is %s is returned by a line',
  async (status) => {
    const shop = await busy();
    const { key, merchant, account } = shop;
    const payouts = async () =>
      (await linesOf(key, merchant.id)).filter(({ payout }: { payout?: boolean }) => payout);
    let payout = '';
    await report(() => {
      payout = live.stripe.payOut(2000, account);
    });
    await waitUntil(payouts, ({ length }) => length === 1);
    expect(await night(merchant.id)).toEqual([]);
    await live.expectSameBooks(shop);
    await report(() => live.stripe.endPayout(payout, status, account));
    await waitUntil(payouts, ({ length }) => length === 2);
    expect(await night(merchant.id)).toEqual([]);
    await live.expectSameBooks(shop);
    expect((await payouts()).map(({ balance }: { balance: number }) => balance)).toEqual([2000, -2000]);
  },
);

test('money that the account keeps in another currency is in lines, but not in the balance', async () => {
  const shop = await busy();
  const { key, merchant, account } = shop;
  const before = (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance;
  live.stripe.settings(account).alsoKeeps.push('usd');
  const amount = { currency: 'USD', exponent: 2, value: 5000 };
  const id = await live.authorized(merchant, 5000, { amount });
  const payment = live.stripe.books(account).intents.find(({ currency }) => currency === 'usd')?.id ?? '';
  const show = () => live.here.transaction(key, id);
  expect((await live.here.move(key, id, 'captures', 5000)).status).toBe(201);
  expect((await live.here.move(key, id, 'refunds', 1000)).status).toBe(201);
  const refund = live.stripe.books(account).refunds.find(({ currency }) => currency === 'usd')?.id ?? '';
  await report(() => live.stripe.failRefund(refund, account));
  let dispute = '';
  await report(() => {
    dispute = live.stripe.dispute(payment, { amount: 500 }, account);
  });
  await waitUntil(show, ({ disputedAmount }) => disputedAmount === 500);
  await report(() => live.stripe.closeDispute(dispute, 'lost', account));
  await report(() => live.stripe.payOut(700, account, 'usd'));
  const { trail } = await waitUntil(show, ({ trail }) => trail.length === 5);
  const lines = await waitUntil(
    () => linesOf(key, merchant.id),
    (found) => found.length === 8,
  );
  expect(lines.slice(0, 5).map(({ amount, balance, fee }: Line) => [amount.currency, balance, fee])).toEqual(
    Array(5).fill(['USD', 0, 0]),
  );
  expect(lines[4].description).toBe('Kept in USD: USD 49.00, with a fee of USD 1.00');
  for (const { lineId } of trail.slice(0, 4))
    expect(lines).toContainEqual(expect.objectContaining({ id: lineId }));
  expect(trail[4]).toMatchObject({ dispute: { lost: true }, balance: 0 });
  expect(await night(merchant.id)).toEqual([]);
  const after = (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
  expect(after.balance).toBe(before);
  expect(after.balance).toBe(live.stripe.books(account).balance);
  const dollars = live.stripe.books(account).entries.filter(({ currency }) => currency === 'usd');
  const sum = dollars.reduce((total, { net }) => total + net, 0);
  expect(after.balances).toEqual({
    USD: { balance: sum, available: sum, pending: 0, reserved: 0, disputed: 0 },
  });
  const nets = lines.flatMap(({ kept }: Line) => (kept ? [kept.balance] : []));
  expect(nets.sort()).toEqual(dollars.map(({ net }) => net).sort());
});

// biome-ignore lint/suspicious/noExplicitAny: as the API shows it
type Line = any;

const linesOf = async (key: string, merchantId: string) =>
  (await live.here.api('GET', `/merchants/${merchantId}/lines?limit=100`, { key })).body;
const adjustmentsOf = async (key: string, merchantId: string) =>
  (await linesOf(key, merchantId)).filter(({ adjustment }: { adjustment?: boolean }) => adjustment);

describe('entries beside payments', () => {
  // The acquirer's own types, and one that nobody knows yet.
  const bookings = [
    { type: 'stripe_fee', amount: -500, description: 'Billing - Usage Fee (2026-10-31)' },
    { type: 'adjustment', amount: 30, source: null },
    { type: 'topup', amount: 10000, source: 'tu_1' },
    { type: 'reserve_transaction', amount: -2000 },
    { type: 'application_fee', amount: 120, fee: 20, source: 'fee_1' },
    { type: 'transfer', amount: -3000, source: 'tr_1' },
    { type: 'of_the_future', amount: -1, source: 'new_1' },
  ];

  test('each have one line, however often the nightly job runs, and raise no alarm', async () => {
    const shop = await busy();
    const { key, merchant, account } = shop;
    for (const booking of bookings) live.stripe.book(booking, account);
    for (let n = 0; n < 2; n++) expect(await night(merchant.id)).toEqual([]);
    expect(await Promise.all([night(merchant.id), night(merchant.id)])).toEqual([[], []]);
    const lines = await adjustmentsOf(key, merchant.id);
    expect(lines).toHaveLength(bookings.length);
    for (const { type, amount, fee = 0, description } of bookings) {
      // An entry that is nothing but a fee is in the ledger as one.
      const isFee = type === 'stripe_fee';
      expect(lines).toContainEqual({
        id: expect.any(String),
        merchantId: merchant.id,
        test: false,
        created: expect.any(String),
        bookedAt: expect.any(String),
        adjustment: true,
        amount: { currency: 'EUR', amount: isFee ? 0 : amount },
        balance: amount - fee,
        fee: isFee ? -amount : fee,
        description: description ? `${type}: ${description}` : type,
        reference: expect.stringMatching(/^txn_/),
        available: expect.any(String),
        ...(fee > 0 && { fees: expect.any(Array) }),
        ...(isFee && { fees: [{ kind: 'service', amount: -amount }] }),
        ...(type === 'reserve_transaction' && { reserve: true }),
      });
    }
    await live.expectSameBooks(shop);
    const { body } = await live.here.api('GET', `/lines/${lines[0].id}`, { key });
    expect(body).toEqual(lines[0]);
    // Later entries get their lines in another night, in whatever order the books show them.
    live.stripe.book({ type: 'stripe_fee', amount: -700 }, account);
    expect(await night(merchant.id)).toEqual([]);
    await live.expectSameBooks(shop);
  });

  test('entries in another currency that the account keeps have a line that leaves the balance unchanged', async () => {
    const shop = await busy();
    const { key, merchant, account } = shop;
    const before = (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance;
    live.stripe.book({ type: 'stripe_fee', amount: -500, fee: 5, currency: 'usd' }, account);
    for (let n = 0; n < 2; n++) expect(await night(merchant.id)).toEqual([]);
    expect(await adjustmentsOf(key, merchant.id)).toMatchObject([
      { amount: { currency: 'USD', amount: 0 }, balance: 0, fee: 0, kept: { balance: -505, fee: 505 } },
    ]);
    const after = (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance;
    expect(after).toBe(before);
  });

  test('entries beside payments can make the balance negative, and the ledger still adds up', async () => {
    const shop = await live.shop();
    live.stripe.book({ type: 'stripe_fee', amount: -900, description: 'x'.repeat(5000) }, shop.account);
    expect(await night(shop.merchant.id)).toEqual([]);
    await live.expectSameBooks(shop);
    const [line] = await linesOf(shop.key, shop.merchant.id);
    expect([line.balance, line.description.length]).toEqual([-900, 500]);
    const check = { time: new Date().toISOString(), merchantId: shop.merchant.id };
    await aws(live.florin.aws).invoke('CheckLedger', {
      Records: [{ messageId: '1', body: JSON.stringify(check) }],
    });
    expect(live.florin.log()).not.toContain('LedgerMismatch');
  });

  test('entries from before the connection of the merchant have no line', async () => {
    const { key, merchant } = await live.here.shop({ test: false });
    const account = `acct_${merchant.id}`;
    live.stripe.book({ type: 'topup', amount: 777, source: 'tu_1' }, account);
    live.stripe.payOut(100, account);
    await new Promise((done) => setTimeout(done, 1100));
    await connectWithAcquirer(merchant.id, live.florin.aws);
    live.stripe.book({ type: 'stripe_fee', amount: -1 }, account);
    expect(await night(merchant.id)).toEqual([]);
    expect(await linesOf(key, merchant.id)).toMatchObject([{ balance: -1 }]);
    // The earlier entries get no lines either when the merchant is enabled a second time.
    await disableAtAcquirer(merchant.id, live.florin.aws);
    await connectWithAcquirer(merchant.id, live.florin.aws);
    live.stripe.book({ type: 'stripe_fee', amount: -2 }, account);
    expect(await night(merchant.id)).toEqual([]);
    expect(await linesOf(key, merchant.id)).toMatchObject([{ balance: -2 }, { balance: -1 }]);
  });

  test.each(['du_unknown', 're_unknown', 'ch_unknown'])(
    'an entry of type %s is not booked as an adjustment: it has its own line, or raises an alarm',
    async (source) => {
      const { key, merchant, account } = await live.shop();
      live.stripe.book({ type: 'adjustment', amount: -50, source }, account);
      for (let n = 0; n < 2; n++)
        expect(await night(merchant.id)).toMatchObject([
          { case: expect.stringMatching(/^entry:txn_/), source, amount: -50 },
        ]);
      expect(await linesOf(key, merchant.id)).toEqual([]);
    },
  );
});
