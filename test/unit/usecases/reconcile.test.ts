import type { ConnectedAccount } from '../../../functions/core/store/merchants/acquirer-accounts.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/reconciliation/reconciliations.ts')),
  ...(await import('../../../functions/core/store/table/list.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/reconcile.ts')),
}));
const { own } = live;

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

type Shop = Awaited<ReturnType<typeof live.shop>>;

const hour = 60 * 60 * 1000;

/** Starts a run that ends after one page. */
async function run(
  { merchant, account }: Shop,
  over: { period?: { since: number; until: number }; now?: number } = {},
) {
  const connected = { ...account, connected: merchant.acquirer?.connected ?? 0 } satisfies ConnectedAccount;
  const period = over.period && { name: 'period', ...over.period };
  return own.reconcile(merchant, connected, { now: over.now ?? Date.now() + 2 * hour, end: 0, period });
}

const linesOf = async ({ merchant }: Shop) =>
  own.firstOf(own.listLines(merchant.id, { limit: 1000, after: own.firstIdAt(0) }), 1000);

/** The number of requests for a page of the account's books. */
const pagesRead = ({ account }: Shop) =>
  live.stripe.seen.filter(
    (each) => each.account === account.account && each.path.endsWith('/balance_transactions'),
  ).length;

function bookFees({ account }: Shop, count: number): void {
  for (let n = 1; n <= count; n++) live.stripe.book({ type: 'stripe_fee', amount: -n }, account.account);
}

test('each run continues at the saved cursor, and reads no page twice', async () => {
  const shop = await live.shop();
  bookFees(shop, 101);
  const none = { kind: 'adjustment', reference: 'txn_of_no_page', currency: 'EUR', fee: 0 } as const;
  await own.recordEntry(shop.merchant, 'stripe', { ...none, amount: -500, net: -500 });
  const counts: number[] = [];
  let runs = 0;
  while (!(await run(shop))) {
    counts.push((await linesOf(shop)).length);
    if (++runs === 1) await expectFailure(shop);
  }
  expect(counts.slice(0, 2)).toEqual([101, 102]);
  // Florin asks for two pages of entries, once for the page that it could not read, and twice for the entries younger
  // than an hour.
  expect(pagesRead(shop)).toBe(2 + 1 + 2);
  expect(new Set((await linesOf(shop)).map(({ balance }) => balance)).size).toBe(102);
  // All lines are compared from the first one on, and the opening balance includes the entries of all pages.
  expect(await own.listCases(shop.merchant.id)).toMatchObject([{ kind: 'line', source: none.reference }]);
  expect((await own.readWalk(shop.account, 'nights')).opening).toEqual({ EUR: 0 });
});

/** Checks that a run fails if the acquirer does not answer with its page. */
async function expectFailure(shop: Shop): Promise<void> {
  const end = live.stripe.fail({ how: 'denied', of: /balance_transactions$/, account: shop.account.account });
  await expect(run(shop)).rejects.toThrow('Stripe does not show balance_transactions');
  end();
}

test('two runs at the same time make one line of each balance transaction', async () => {
  const shop = await live.shop();
  bookFees(shop, 101);
  const toEnd = async () => {
    while (!(await run(shop)));
  };
  await Promise.all([toEnd(), toEnd()]);
  while (!(await run(shop)));
  expect((await linesOf(shop)).map(({ balance }) => Number(balance)).sort((a, b) => b - a)).toEqual(
    Array.from({ length: 101 }, (_, n) => -n - 1),
  );
});

test('a period that an operator asks for is compared alone, and does not change what the nightly job compares', async () => {
  const shop = await live.shop();
  const since = Math.floor(Date.now() / 1000) * 1000;
  bookFees(shop, 3);
  const compare = async (period: { since: number; until: number }) => {
    while (!(await run(shop, { period })));
    return (await linesOf(shop)).length;
  };
  expect(await compare({ since: since - 24 * hour, until: since - hour })).toBe(0);
  expect(await compare({ since: since + hour, until: since + 24 * hour })).toBe(0);
  expect(await compare({ since: since - 24 * hour, until: since + 24 * hour })).toBe(3);
  expect(await own.readWalk(shop.account, 'nights')).toEqual({ version: 0 });
  const nights = await own.reconcile(
    shop.merchant,
    { ...shop.account, connected: since - 1000 },
    { now: Date.now() + 2 * hour, end: Date.now() + hour },
  );
  expect([nights, (await linesOf(shop)).length]).toEqual([true, 3]);
});

test('a line that the acquirer’s balance transactions lack is a case, in the currency of its money', async () => {
  const shop = await live.shop();
  const { merchant, account } = shop;
  const former = { acquirer: 'stripe', account: `${account.account}_former` };
  await own.setAcquirer(merchant, former, true, {});
  await own.setAcquirer(merchant, account, true, {});
  const elsewhere = live.stripe.book({ type: 'stripe_fee', amount: -9 }, former.account);
  const write = async (reference: string, currency: string, net: number) => {
    const entry = { kind: 'adjustment', reference, currency, amount: net, net, fee: 0 } as const;
    await own.recordEntry(merchant, 'stripe', entry);
    return (await own.lineOfBalanceTransaction('stripe', reference)) ?? '';
  };
  // The merchant's other account has this balance transaction.
  await write(elsewhere, 'EUR', -9);
  const euros = await write('txn_none', 'EUR', -500);
  const dollars = await write('txn_no_dollars', 'USD', 300);
  for (let nights = 0; nights < 2; nights++) {
    while (!(await run(shop)));
    const cases = (await own.listCases(merchant.id)).sort((a, b) => a.amount - b.amount);
    expect(cases).toMatchObject([
      { kind: 'line', reference: dollars, currency: 'USD', amount: -300, lineId: dollars, state: 'open' },
      { kind: 'line', reference: euros, currency: 'EUR', amount: 500, lineId: euros, state: 'open' },
    ]);
  }
});

test('a balance transaction that the books show late gets its line the night after', async () => {
  const shop = await live.shop();
  live.stripe.hideEntries(shop.account.account);
  bookFees(shop, 1);
  while (!(await run(shop)));
  expect(await linesOf(shop)).toEqual([]);
  live.stripe.showEntries(shop.account.account);
  while (!(await run(shop)));
  expect(await linesOf(shop)).toHaveLength(1);
});

test('a period ends an hour before the run, as events may make the lines of younger balance transactions', async () => {
  const shop = await live.shop();
  bookFees(shop, 1);
  const connected = { ...shop.account, connected: Date.now() - 3 * hour };
  const now = Date.now();
  const period = { name: 'young', since: now - 2 * hour, until: now + 24 * hour };
  expect(await own.reconcile(shop.merchant, connected, { now, end: now + hour, period })).toBe(true);
  expect(await linesOf(shop)).toEqual([]);
});

test('balance transactions from before the connection are in no period', async () => {
  const shop = await live.shop();
  bookFees(shop, 3);
  const later = {
    ...shop,
    merchant: { ...shop.merchant, acquirer: { ...shop.account, connected: Date.now() + 2000 } },
  };
  const period = { since: 0, until: Date.now() + 24 * hour };
  expect(await run(later as Shop, { period })).toBe(false);
  while (!(await run(later as Shop, { period })));
  expect(await linesOf(shop)).toEqual([]);
});

test('changes of pending payments at the acquirer are adopted, even if the acquirer does not show one of the payments', async () => {
  const shop = await live.shop();
  const payments = [await live.authorized(shop), await live.authorized(shop), await live.authorized(shop)];
  for (const { reference } of payments) live.stripe.cancel(reference, shop.account.account);
  const end = live.stripe.fail({ how: 'denied', of: new RegExp(`GET .*/${payments[1]?.reference}`) });
  while (!(await run(shop)));
  end();
  const pending = await Promise.all(
    payments.map(async ({ id }) => (await live.transactionOf(id)).pendingAmount),
  );
  expect(pending).toEqual([0, 10_000, 0]);
});

test('pending payments of an earlier account are not asked for at the present one, nor marked', async () => {
  const [earlier, present] = [await live.shop(), await live.shop()];
  const { id, reference } = await live.authorized(earlier);
  const moved = { ...present, merchant: { ...earlier.merchant, acquirer: present.merchant.acquirer } };
  const before = live.stripe.seen.length;
  while (!(await run(moved)));
  expect(live.stripe.seen.slice(before).filter(({ path }) => path.includes(reference))).toEqual([]);
  // The run of the earlier account marks the payment's end.
  const end = Date.parse((await live.transactionOf(id)).acquirer.captureBefore ?? '');
  while (!(await run(moved, { now: end - hour })));
  expect((await live.transactionOf(id)).endsSoon).toBeUndefined();
});

test('lines and pending payments after the first page are compared, too', async () => {
  const [earlier, present] = [await live.shop(), await live.shop()];
  const { merchant } = earlier;
  const amount = { currency: 'EUR', amount: 1 };
  const lines = Array.from({ length: 500 }, () => {
    const line = { id: own.newId(), merchantId: merchant.id, test: false, balance: 1, fee: 0 };
    return own.putLine({ ...line, kind: 'adjustment', amount });
  });
  for (let n = 0; n < lines.length; n += 100) await own.transact(lines.slice(n, n + 100));
  const none = { kind: 'adjustment', reference: 'txn_of_no_books', currency: 'EUR', fee: 0 } as const;
  await own.recordEntry(merchant, 'stripe', { ...none, amount: -500, net: -500 });
  // Florin asks the compared account for none of the first page's payments.
  const { card, ...first } = await live.transactionOf((await live.authorized(earlier)).id);
  for (let n = 1; n < 100; n++)
    await own.createTransaction(
      own.openTransaction(merchant, { ...first, card, id: own.newId() }),
      {},
      { merchant, alongside: [] },
    );
  const moved = { ...earlier, account: present.account };
  const { id, reference } = await live.authorized(moved);
  live.stripe.cancel(reference, present.account.account);
  while (!(await run(moved)));
  expect(await own.listCases(merchant.id)).toMatchObject([{ kind: 'line', source: none.reference }]);
  expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 0 });
});

test('the present account is compared to the end, even if an earlier account with new lines is disconnected', async () => {
  const [earlier, present] = [await live.shop(), await live.shop()];
  const { reference } = await live.authorized(earlier);
  live.stripe.capture(reference, 10_000, earlier.account.account);
  await own.syncPayment(earlier.account, reference);
  const settings = live.stripe.settings(earlier.account.account);
  settings.disconnected = true;
  const moved = { ...present, merchant: { ...earlier.merchant, acquirer: present.merchant.acquirer } };
  while (!(await run(moved)));
  expect(await own.listCases(earlier.merchant.id)).toEqual([]);
  // No run has looked for the line's balance transaction yet.
  const [line] = await linesOf(earlier);
  const name = line?.acquirer?.reference ?? '';
  const seen = async () => (await own.namedBalanceTransactions('stripe', [name])).get(name)?.seen;
  expect(await seen()).toBeUndefined();
  settings.disconnected = false;
  while (!(await run(earlier)));
  expect(await seen()).toBe(true);
});

test('a payment’s line that the present account lacks is a case, even if an earlier account is disconnected', async () => {
  const [earlier, present] = [await live.shop(), await live.shop()];
  const moved = { ...earlier, account: present.account };
  const { reference } = await live.authorized(moved);
  live.stripe.capture(reference, 10_000, present.account.account);
  await own.syncPayment(present.account, reference);
  live.stripe.settings(earlier.account.account).disconnected = true;
  const adapter = own.acquirerOf(present.account);
  jest.spyOn(adapter, 'listBalanceTransactions').mockResolvedValue({ entries: [] });
  const { findBalanceTransactions } = adapter;
  jest
    .spyOn(adapter, 'findBalanceTransactions')
    .mockImplementation(async (at, name) =>
      at === present.account.account ? [] : findBalanceTransactions(at, name),
    )
    .mockRejectedValueOnce(new Error('No answer'));
  const toEnd = async () => {
    while (!(await run(moved)));
  };
  // A run that skipped the line would lose its case.
  await expect(toEnd()).rejects.toThrow('No answer');
  await toEnd();
  const [line] = await linesOf(earlier);
  expect(await own.listCases(earlier.merchant.id)).toMatchObject([
    { kind: 'line', lineId: line?.id, account: present.account },
  ]);
});

test('an authorization that ends within two days is marked', async () => {
  const shop = await live.shop();
  const { id } = await live.authorized(shop);
  const end = Date.parse((await live.transactionOf(id)).acquirer.captureBefore ?? '');
  const marked = async (now: number) => {
    while (!(await run(shop, { now })));
    return (await live.transactionOf(id)).endsSoon === true;
  };
  const warning = end - 48 * hour;
  expect([await marked(end), await marked(warning), await marked(warning + 1)]).toEqual([false, false, true]);
});
