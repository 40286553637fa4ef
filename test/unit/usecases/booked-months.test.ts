import { lastFullMonth, monthOf } from '../../../functions/core/domain/ledger/month.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/store/ledger/balance.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/ledger/record-entry.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/reconcile.ts')),
}));
const { own } = live;

const zone = 'Europe/Copenhagen';
const hour = 60 * 60 * 1000;

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  live.ahead = 0;
  jest.restoreAllMocks();
});

type Slice = Parameters<typeof own.listLines>[1];

async function listed(merchantId: string, slice: Slice): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of own.listLines(merchantId, slice)) {
    lines.push(line);
    if (lines.length === slice.limit) break;
  }
  return lines;
}

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { balance }) => sum + balance, 0);

test('a month whose last events were lost has the closing balance of the acquirer, and the next month opens with it', async () => {
  const month = monthOf(lastFullMonth(Date.now(), zone), zone);
  const end = Date.parse(month.to);
  const shop = await live.shop();
  const { merchant, account } = shop;
  const first = await live.authorized(shop, 9825);
  const second = await live.authorized(shop, 1000);
  const at = async (time: number, work: () => unknown) => {
    live.ahead = time - Date.now();
    await work();
    live.ahead = 0;
  };
  // Nobody hears of any of these.
  await at(end - 3 * hour, () => live.stripe.capture(first.reference, 9825, account.account));
  await at(end - 2000, () => live.stripe.refund(first.reference, 5650, account.account));
  await at(end, () => live.stripe.capture(second.reference, 1000, account.account));
  await at(end + 1000, () => live.stripe.book({ type: 'stripe_fee', amount: -300 }, account.account));

  const connected = { ...account, connected: end - 40 * 24 * hour };
  while (!(await own.reconcile(merchant, connected, { now: Date.now() + 2 * hour, end: 0 })));

  const { entries } = live.stripe.books(account.account);
  const before = entries.filter(({ created }) => created * 1000 < end);
  const closing = before.reduce((sum, { net }) => sum + net, 0);
  const limit = 100;
  const booked = await listed(merchant.id, { limit, booked: { from: Date.parse(month.from), to: end } });
  expect(booked.map(({ kind }) => kind).sort()).toEqual(['capture', 'refund']);
  expect(sumOf(booked)).toBe(closing);
  expect(sumOf(await listed(merchant.id, { limit, booked: { to: end } }))).toBe(closing);
  const later = await listed(merchant.id, { limit, booked: { from: end } });
  expect(later.map(({ kind }) => kind).sort()).toEqual(['adjustment', 'capture']);
  expect((await own.getMerchant(merchant.id))?.balance).toBe(closing + sumOf(later));
});

test('pages of a period have each line once in the order of the ids, however late it was found', async () => {
  const { merchant } = await live.shop();
  const begin = Date.parse('2026-06-01T00:00:00.000Z');
  const delays = [0, 1000, 119_000, 121_000, hour, 40 * 24 * hour, 210 * 24 * hour, -hour];
  for (let n = 0; n < 60; n++) {
    const time = begin + n * 12 * hour;
    const bookedAt = n % 9 === 0 ? undefined : new Date(time).toISOString();
    const entry = { kind: 'adjustment', currency: 'EUR', net: 1, fee: 0, amount: 1, bookedAt } as const;
    const line = own.makeLine(merchant, entry, time + (delays[n % delays.length] ?? 0));
    await own.transact([own.putLine(line), own.addToBalance([line])]);
  }
  const all = await listed(merchant.id, { limit: 1000, after: own.firstIdAt(0) });
  expect(all).toHaveLength(60);
  const timeOf = ({ bookedAt, id }: Line) => (bookedAt ? Date.parse(bookedAt) : own.idTime(id));
  const edges = [undefined, begin + 9 * 24 * hour, begin + 20 * 24 * hour + 1];
  for (const from of edges)
    for (const to of edges) {
      const booked = { from, to };
      const expected = all
        .filter((line) => timeOf(line) >= (from ?? 0) && timeOf(line) < (to ?? Number.POSITIVE_INFINITY))
        .map(({ id }) => id);
      const found: string[] = [];
      for (let after: string | undefined = own.firstIdAt(0); after; ) {
        const page = await listed(merchant.id, { limit: 13, after, booked });
        found.push(...page.map(({ id }) => id));
        after = page.length === 13 ? page.at(-1)?.id : undefined;
      }
      if (from !== undefined || to !== undefined) expect(found).toEqual(expected);
      const newest = await listed(merchant.id, { limit: 5, booked });
      expect(newest.map(({ id }) => id)).toEqual(expected.reverse().slice(0, 5));
    }
});
