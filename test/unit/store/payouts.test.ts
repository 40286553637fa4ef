import { idDate } from '../../../functions/core/domain/id.ts';
import { sumMovedSince, totalOf } from '../../../functions/core/domain/ledger/funds.ts';
import type { LastPayout, Payout } from '../../../functions/core/domain/ledger/payout.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import type { Share } from '../../../functions/core/store/ledger/balance.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/ledger/balance.ts')),
  ...(await import('../../../functions/core/store/ledger/ledger.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/ledger/payouts.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

const isStale = { name: 'StaleRead' };

const lineOf = (merchantId: string, kind: Line['kind'], balance: number): Line => ({
  ...{ id: own.newId(), merchantId, test: false, kind, balance, fee: 0 },
  amount: { currency: 'EUR', amount: balance },
});

const payoutOf = ({ id, merchantId, balance }: Line): Payout => ({
  ...{ id, merchantId, test: false, amount: -balance, currency: 'EUR', status: 'paid' },
  ...{ itemized: 'done', carried: { in: 0, out: 0 } },
});

/** Adds to a merchant's balance, in the share that this id selects. */
const add = (merchantId: string, transactionId: string, balance: number) =>
  own.transact([own.addToSums(merchantId, transactionId, { balance })]);

/** Ids that select two different shares. */
const [one, other] = ['0'.repeat(24), `${'0'.repeat(16)}0001${'0'.repeat(4)}`] as const;

async function withBalance() {
  const merchantId = own.newId();
  await add(merchantId, one, 100);
  await add(merchantId, other, 50);
  const { shares } = await own.readAccount(merchantId);
  const balance = async () =>
    (await own.readAccount(merchantId)).shares.reduce((sum, share) => sum + Number(share.balance), 0);
  const pay = async (day: string, before?: LastPayout) => {
    const line = lineOf(merchantId, 'payout', -150);
    const last = { payoutId: line.id, to: line.id, named: [], left: 0 };
    await own.recordPayout(line, shares, day, payoutOf(line), { before, last });
    return last;
  };
  return { merchantId, balance, pay };
}

test('a merchant has one payout a day, which reduces the balance once', async () => {
  const { merchantId, pay, balance } = await withBalance();
  const last = await pay('2026-03-13');
  await expect(pay('2026-03-13', last)).rejects.toMatchObject({ name: 'PaidOut' });
  expect(await balance()).toBe(0);
  // The payout counts among the lines of its day, with which the nightly check compares the balance.
  const { shares } = await own.readAccount(merchantId);
  expect(sumMovedSince(totalOf(shares), idDate(last.payoutId).slice(0, 10))).toBe(-150);
});

test('a payout fails if another day’s payout was made since the last one was read', async () => {
  const { merchantId, pay, balance } = await withBalance();
  // New sales: no share becomes smaller than it was when it was read.
  const sell = async () => {
    for (const share of [one, other]) await add(merchantId, share, 200);
  };
  const first = await pay('2026-03-13');
  await sell();
  await expect(pay('2026-03-14')).rejects.toMatchObject(isStale);
  const second = await pay('2026-03-14', first);
  await sell();
  await expect(pay('2026-03-15', first)).rejects.toMatchObject(isStale);
  expect([await balance(), (await own.lastPayout(merchantId))?.payoutId]).toEqual([650, second.payoutId]);
});

test.each([
  ['first', one],
  ['other', other],
])(
  'a payout fails if the %s share has less than when it was read, and takes more than then',
  async (_, share) => {
    const { merchantId, balance, pay } = await withBalance();
    await add(merchantId, share, -1);
    await expect(pay('2026-03-13')).rejects.toMatchObject(isStale);
    await add(merchantId, share, 2);
    await pay('2026-03-13');
    expect(await balance()).toBe(1);
  },
);

test('two runs that store an acquirer’s payout at the same time do not undo each other', async () => {
  const payout = payoutOf(lineOf(own.newId(), 'payout', -150));
  const first = await own.replacePayout(undefined, payout);
  await expect(own.replacePayout(undefined, payout)).rejects.toMatchObject(isStale);
  const second = await own.replacePayout(first, { ...first, status: 'in_transit' });
  await expect(own.replacePayout(first, { ...first, status: 'failed' })).rejects.toMatchObject(isStale);
  expect([first.version, second.version]).toEqual([1, 2]);
  expect(await own.getPayout(payout.id)).toMatchObject({ status: 'in_transit', version: 2 });
});

test('the id of a payout is written to lines that exist, and makes no new line', async () => {
  const line = lineOf(own.newId(), 'capture', 10);
  await own.transact([own.putLine(line)]);
  const paidOut = { payoutId: own.newId(), arrival: '2026-03-13' };
  expect(await own.namePayoutOn(line.id, paidOut)).toMatchObject({ ...line, paidOut });
  const unknown = own.newId();
  expect(await own.namePayoutOn(unknown, paidOut)).toBeUndefined();
  expect(await own.getLine(unknown)).toBeUndefined();
});

test('a page of a payout has only lines of this page: those of its range and named ones, or those that name it', async () => {
  const merchantId = own.newId();
  const begun = Date.now() - 100;
  const lines = [10, 20, 30, 35, 50, 60].map((at) => ({
    ...lineOf(merchantId, 'capture', at),
    id: own.newId(begun + at),
  }));
  const [, first, not, last, named] = lines as [Line, Line, Line, Line, Line, Line];
  await own.transact(lines.map((line) => own.putLine(line)));
  const covers = {
    from: first.id,
    to: own.firstIdAt(begun + 40),
    named: [named.id],
    not: [not.id],
    count: 3,
  };
  const payout = { ...payoutOf(lineOf(merchantId, 'payout', -105)), covers };
  const amounts = async (slice = {}, of: Payout = payout) => {
    const found: number[] = [];
    for await (const { balance } of own.linesOfPayout(of, { limit: 9, ...slice })) found.push(balance);
    return found;
  };
  expect(await amounts()).toEqual([50, 35, 20]);
  expect([await amounts({ from: last.id }), await amounts({ to: last.id })]).toEqual([[50, 35], [20]]);
  expect(await amounts({ from: '0'.repeat(24), to: 'f'.repeat(24) })).toEqual([50, 35, 20]);
  await own.namePayoutOn(not.id, { payoutId: payout.id });
  await own.namePayoutOn(last.id, { payoutId: own.newId() });
  expect(await amounts({}, { ...payout, reference: 'po_1' })).toEqual([30]);
  // The line of a payout names the payout itself, and is not among the lines that the payout contains.
  await own.namePayoutOn(first.id, { payoutId: first.id });
  expect(await amounts({}, { ...payout, id: first.id, reference: 'po_2' })).toEqual([]);
  expect(await amounts({}, { ...payout, covers: undefined })).toEqual([]);
});

test('a merchant has a ledger from its first line on', async () => {
  const merchantId = own.newId();
  expect(await own.hasLedger(merchantId)).toBe(false);
  await own.transact([own.addToBalance([lineOf(merchantId, 'capture', 10)])]);
  expect(await own.hasLedger(merchantId)).toBe(true);
});

test('a share forgets the sums of past days, and is not written if it has none', async () => {
  const merchantId = own.newId();
  const share = async () => (await own.readAccount(merchantId)).shares[0] as Share;
  await own.transact([own.addToSums(merchantId, one, { balance: 5, '2026-03-11': 2 })]);
  await own.forgetDaysBefore('2026-03-12', await share());
  await own.transact([own.addToSums(merchantId, one, { '2026-03-12': 3, '2026-03-13': 4 })]);
  const key = { pk: `merchant#${merchantId}`, sk: '#balance#0' };
  expect(await share()).toEqual({ ...key, balance: 5, '2026-03-12': 3, '2026-03-13': 4 });
  own.proxy.reset();
  await own.forgetDaysBefore('2026-03-12', await share());
  expect(own.proxy.calls.map(({ operation }) => operation)).toEqual(['Query']);
});

test('a share with the sums of years forgets them in several nights because an expression has at most 4 KB', async () => {
  const merchantId = own.newId();
  const share = async () => (await own.readAccount(merchantId)).shares[0] as Share;
  const dayBefore = (n: number) => new Date(Date.UTC(2026, 2, 12 - n)).toISOString().slice(0, 10);
  const days = Object.fromEntries(Array.from({ length: 700 }, (_, n) => [dayBefore(n), 1]));
  const key = { pk: `merchant#${merchantId}`, sk: '#balance#0' };
  await own.transact([{ item: own.put({ ...key, ...days, balance: 700 }) }]);
  const expressions: string[] = [];
  own.proxy.instead = (_, body) => {
    expressions.push(JSON.parse(body).UpdateExpression ?? '');
    return undefined;
  };
  const nights = 3;
  for (let night = 0; night < nights; night++) await own.forgetDaysBefore('2026-03-12', await share());
  own.proxy.instead = undefined;
  expect(Math.max(...expressions.map(({ length }) => length))).toBeLessThanOrEqual(4096);
  expect(await share()).toEqual({ ...key, balance: 700, '2026-03-12': 1 });
});

test('each write that meets a held share of the balance moves to another one, among four times as many', async () => {
  const merchantId = own.newId();
  const shareOf = (item: object) => /"sk":"#balance#([0-9a-f]+)"/.exec(JSON.stringify(item))?.[1];
  const high = `${'0'.repeat(16)}ffff${'0'.repeat(4)}`;
  const shares: unknown[] = [];
  for (let n = 0; n < 4; n++) {
    const write = own.addToSums(merchantId, high, { balance: 1 });
    shares.push(shareOf(write.item));
    expect(shareOf((await write.onTaken?.()) ?? {})).toBeDefined();
  }
  // The last share of 16, of 64, of 256 and of at most 512.
  expect(shares).toEqual(['f', '3f', 'ff', '1ff']);
  expect(shareOf(own.addToSums(merchantId, high, { balance: 1 }).item)).toBe('1ff');
});
