import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { firstIdAt, newId } from '../../../functions/core/domain/id.ts';
import type { ClosedMonth } from '../../../functions/core/domain/ledger/closed-month.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/ledger/balance.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/ledger/close-month.ts')),
  ...(await import('../../../functions/core/usecases/ledger/list-month-lines.ts')),
}));

const caller = { kind: 'app', id: newId() } as const;
const day = 24 * 60 * 60 * 1000;

beforeEach(() =>
  jest.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), doNotFake: ['nextTick', 'setImmediate'] }),
);
afterEach(() => jest.useRealTimers());

/** A merchant in Copenhagen. */
async function merchantOf(): Promise<string> {
  const id = newId(Date.parse('2026-08-01T00:00:00Z'));
  await own.createMerchant({ ...someMerchant(), id, key: id }, { id: caller.id, name: null });
  return id;
}

interface Booking extends Partial<Omit<Line, 'id'>> {
  /** The time at which Florin has found the line. */
  at: string;
  balance: number;
  bookedAt?: string;
}

async function book(merchantId: string, { at, ...over }: Booking): Promise<string> {
  const fee = over.fee ?? 0;
  const line: Line & { bookedAt?: string } = {
    id: newId(Date.parse(at)),
    merchantId,
    test: true,
    kind: 'capture',
    amount: { currency: 'EUR', amount: over.balance + fee },
    fee,
    ...over,
  };
  await own.transact([own.putLine(line), own.addToBalance([line])]);
  return line.id;
}

const close = (merchantId: string, month: string, limits?: { atOnce: number; longest: number }) =>
  own.closeMonthOf(merchantId, caller, month, limits);

async function closed(merchantId: string, month: string): Promise<ClosedMonth> {
  const result = await close(merchantId, month);
  if (!('closed' in result)) throw new Error('The month is not closed');
  // The presenter names the fields, without the keys of the item.
  const { pk, sk, ...shown } = result.closed as ClosedMonth & { pk?: string; sk?: string };
  return shown;
}

/** Reads a list of lines page by page. */
async function linesOf(merchantId: string, month?: string, limit = 2): Promise<[string, boolean][]> {
  const found: [string, boolean][] = [];
  let after: string | undefined;
  for (;;) {
    const page = month
      ? await own.listClosedLines(merchantId, month, { after, limit })
      : await own.listOpenLines(merchantId, { after, limit });
    found.push(...page.lines.map(({ line, late }): [string, boolean] => [line.id, late]));
    if (!page.next) return found;
    after = page.next;
  }
}

test('a month fixes its opening balance, its movements by kind, its closing balance by pocket, and what was disputed', async () => {
  const id = await merchantOf();
  await book(id, { at: '2026-09-15T12:00:00Z', balance: 9800, fee: 200 });
  const within = [
    await book(id, { at: '2026-09-30T22:00:00Z', balance: 4900, fee: 100 }),
    await book(id, { at: '2026-10-12T08:00:00Z', balance: -2000, kind: 'refund' }),
    await book(id, { at: '2026-10-31T22:59:59.999Z', balance: -8000, kind: 'payout' }),
  ];
  const kept = { currency: 'USD', net: 900, fee: 100 };
  within.push(await book(id, { at: '2026-10-20T08:00:00Z', balance: 0, kept }));
  const hold = { at: '2026-10-21T08:00:00Z', kind: 'adjustment', reserve: true } as const;
  within.push(await book(id, { ...hold, balance: -250 }));
  within.push(await book(id, { ...hold, balance: 0, pocket: { name: 'risk_reserved', net: 250, fee: 0 } }));
  const after = await book(id, { at: '2026-10-31T23:00:00Z', balance: 777 });
  await own.transact([own.addToSums(id, id, { disputed: 300 })]);
  const month = await closed(id, '2026-10');
  expect(month).toMatchObject({
    name: '2026-10',
    from: '2026-09-30T22:00:00.000Z',
    to: '2026-10-31T23:00:00.000Z',
    closedAt: '2026-11-20T12:00:00.000Z',
    by: caller,
    count: 6,
    late: [],
    funds: {
      EUR: { pending: 0, reserved: 250, disputed: 300 },
      USD: { pending: 0, reserved: 0, disputed: 0 },
    },
  });
  expect(month.accounts).toEqual([
    {
      ...{ currency: 'EUR', opening: 9800, fees: 100, closing: 4450, count: 4 },
      kinds: { capture: 5000, refund: -2000, dispute: 0, payout: -8000, adjustment: -250 },
    },
    {
      ...{ currency: 'USD', opening: 0, fees: 100, closing: 900, count: 1 },
      kinds: { capture: 1000, refund: 0, dispute: 0, payout: 0, adjustment: 0 },
    },
  ]);
  expect(month.pockets).toEqual([
    {
      ...{ currency: 'EUR', pocket: 'risk_reserved', opening: 0, fees: 0, closing: 250, count: 1 },
      kinds: { capture: 0, refund: 0, dispute: 0, payout: 0, adjustment: 250 },
    },
  ]);
  expect(await linesOf(id, '2026-10', 9)).toEqual(within.sort().map((line) => [line, false]));
  expect(await linesOf(id)).toEqual([[after, false]]);
});

test('lines that come late belong to the next month, and the closed month stays as it is', async () => {
  const id = await merchantOf();
  await book(id, { at: '2026-09-15T12:00:00Z', balance: 100 });
  const september = await closed(id, '2026-09');
  // One line is found late, and the other one appears late with the id of its beginning.
  const found = await book(id, {
    at: '2026-11-03T12:00:00Z',
    bookedAt: '2026-09-30T12:00:00.000Z',
    balance: 7,
  });
  const begun = await book(id, { at: '2026-09-29T12:00:00Z', balance: 20 });
  const october = await book(id, { at: '2026-10-05T12:00:00Z', balance: 1000 });
  expect(await closed(id, '2026-09')).toEqual(september);
  expect(await linesOf(id)).toEqual([
    [begun, true],
    [october, false],
    [found, true],
  ]);
  const next = await closed(id, '2026-10');
  expect(next.accounts[0]).toMatchObject({ opening: 100, closing: 1127, count: 3 });
  expect(next.late).toEqual([{ month: '2026-09', currency: 'EUR', count: 2, net: 27 }]);
  expect(await linesOf(id, '2026-10')).toEqual([
    [begun, true],
    [october, false],
    [found, true],
  ]);
  expect(await linesOf(id)).toEqual([]);
  expect(await closed(id, '2026-09')).toEqual(september);
});

test('a month that an earlier version has closed stays without pockets, and the next one opens with their sums', async () => {
  const id = await merchantOf();
  const hold = (at: string, net: number) =>
    book(id, { at, balance: 0, pocket: { name: 'risk_reserved', net, fee: 0 } });
  await hold('2026-07-05T12:00:00Z', 1);
  await hold('2026-09-05T12:00:00Z', 10);
  const { pockets: _, ...earlier } = await closed(id, '2026-09');
  const key = own.closedMonthKey(id, '2026-09');
  await own.transact([{ item: own.put({ ...key, ...earlier }) }]);
  expect(await closed(id, '2026-09')).toEqual(earlier);
  await hold('2026-09-06T12:00:00Z', 100);
  await hold('2026-10-05T12:00:00Z', 1000);
  const october = await closed(id, '2026-10');
  expect(october.pockets).toMatchObject([{ opening: 11, closing: 1111, count: 2 }]);
  expect(october.late).toEqual([
    { month: '2026-09', currency: 'EUR', pocket: 'risk_reserved', count: 1, net: 100 },
  ]);
  await hold('2026-10-31T23:30:00Z', 10_000);
  jest.setSystemTime(Date.parse('2026-12-02T12:00:00Z'));
  expect((await closed(id, '2026-11')).pockets).toMatchObject([{ opening: 1111, closing: 11_111, count: 1 }]);
});

test('a line that was booked before the first closed month and appears later is late, and is not lost', async () => {
  const id = await merchantOf();
  await book(id, { at: '2026-08-10T12:00:00Z', balance: 1 });
  await book(id, { at: '2026-09-29T12:00:00Z', balance: 2 });
  await closed(id, '2026-10');
  const late = await book(id, { at: '2026-09-29T13:00:00Z', balance: 4 });
  expect(await linesOf(id)).toEqual([[late, true]]);
});

test('only a month that has ended is closed, in the order of months, and at most two years back', async () => {
  const id = await merchantOf();
  for (const month of ['2026-11', '2026-12', '2027-10'])
    await expect(close(id, month)).rejects.toThrow('has not ended');
  await expect(close(id, '2024-10')).rejects.toThrow('24 months');
  await closed(id, '2026-08');
  await expect(close(id, '2026-10')).rejects.toThrow('2026-09 is the next one');
  await expect(close(id, '2026-07')).rejects.toThrow('2026-09 is the next one');
  // The month has ended in Copenhagen, where it is an hour later than in UTC.
  jest.setSystemTime(Date.parse('2026-09-30T22:00:00Z'));
  await closed(id, '2026-09');
});

test('a month has the limits of the time zone in which it was closed, and the next one begins at its end', async () => {
  const id = await merchantOf();
  const { to } = await closed(id, '2026-09');
  const merchant = await own.findMerchant(id);
  if (merchant) await own.updateMerchant(merchant, caller, { timeZone: 'America/New_York' });
  expect(await closed(id, '2026-10')).toMatchObject({
    from: to,
    to: '2026-11-01T04:00:00.000Z',
    timeZone: 'America/New_York',
  });
});

test('a long month is closed by several requests, each with a limited number of lines, and a rival changes nothing', async () => {
  const id = await merchantOf();
  await book(id, { at: '2026-09-15T12:00:00Z', balance: 5 });
  for (let n = 0; n < 11; n++) await book(id, { at: `2026-10-${10 + n}T12:00:00Z`, balance: 1 });
  const limits = { atOnce: 3, longest: -1 };
  const first = await close(id, '2026-10', limits);
  expect(first).toMatchObject({ closing: { count: 2 } });
  await expect(close(id, '2026-09', limits)).rejects.toThrow('2026-10 is being closed');
  // Several at the same time: each part is counted once.
  let results: object[] = [];
  for (let n = 0; n < 9 && !results.some((one) => 'closed' in one); n++)
    results = await Promise.all([1, 2, 3].map(() => close(id, '2026-10', limits)));
  expect(await closed(id, '2026-10')).toMatchObject({ count: 11, accounts: [{ opening: 5, closing: 16 }] });
  expect(await linesOf(id, '2026-10', 4)).toHaveLength(11);
});

test('every line is in the opening balance, in one month or open, whenever it comes and whenever months are closed', async () => {
  const [start, end] = [Date.parse('2026-07-01T00:00:00Z'), Date.parse('2026-11-15T00:00:00Z')];
  const booking = fc.record({
    booked: fc.integer({ min: start, max: end }),
    /** How much later Florin finds the line, and how long after that the line appears. */
    found: fc.integer({ min: 0, max: 60 * day }),
    appears: fc.integer({ min: 0, max: 30 * day }),
    balance: fc.integer({ min: -1000, max: 1000 }),
    pocket: fc.constantFrom(undefined, undefined, 'risk_reserved', 'prefunding'),
  });
  const closings = fc.array(fc.integer({ min: 0, max: 40 * day }), { minLength: 3, maxLength: 3 });
  const run = fc.asyncProperty(fc.array(booking, { maxLength: 12 }), closings, async (bookings, delays) => {
    const id = await merchantOf();
    let last = 0;
    const events = [
      ...bookings.map((one) => ({ time: one.booked + one.found + one.appears + 120_000, one })),
      ...['2026-08', '2026-09', '2026-10'].map((month, n) => {
        last = Math.max(last, Date.parse(`2026-${String(9 + n).padStart(2, '0')}-02`) + Number(delays[n]));
        return { time: last, month };
      }),
    ].sort((a, b) => a.time - b.time);
    const ids: string[] = [];
    const months: ClosedMonth[] = [];
    let total = 0;
    for (const event of events) {
      jest.setSystemTime(event.time);
      if ('month' in event) {
        months.push(await closed(id, event.month));
        continue;
      }
      const { booked, found, balance: moved, pocket } = event.one;
      const balance = pocket ? 0 : moved;
      const at = firstIdAt(booked + found).slice(0, 11) + randomBytes(7).toString('hex').slice(0, 13);
      const bookedAt = new Date(booked).toISOString();
      const line = {
        id: at,
        merchantId: id,
        test: true,
        kind: 'capture',
        fee: 0,
        balance,
        bookedAt,
        ...(pocket && { pocket: { name: pocket, net: moved, fee: 0 } }),
      } as const;
      const whole = { ...line, amount: { currency: 'EUR', amount: balance } };
      await own.transact([own.putLine(whole), own.addToBalance([whole])]);
      ids.push(at);
      total += balance;
    }
    const parts = await Promise.all(
      ['2026-08', '2026-09', '2026-10'].map((month) => linesOf(id, month, 100)),
    );
    const open = (await linesOf(id, undefined, 100)).map(([line]) => line);
    const listed = [...parts.flat().map(([line]) => line), ...open];
    expect(new Set(listed).size).toBe(listed.length);
    // The rest is the opening balance of the first month.
    const counted = events.flatMap((event) => ('one' in event ? [event.one] : []));
    const movedBy = new Map(ids.map((line, n) => [line, counted[n]]));
    for (const name of [undefined, 'risk_reserved', 'prefunding']) {
      const accountOf = ({ accounts, pockets = [] }: ClosedMonth) =>
        [...accounts, ...pockets].find(({ pocket }) => pocket === name) ?? { opening: 0, closing: 0 };
      const sum = (lines: string[]) =>
        lines.reduce((all, line) => {
          const one = movedBy.get(line);
          return all + (one?.pocket === name ? (one?.balance ?? Number.NaN) : 0);
        }, 0);
      let balance = sum(ids.filter((line) => !listed.includes(line)));
      for (const [n, month] of months.entries()) {
        expect(accountOf(month).opening).toBe(balance);
        balance += sum((parts[n] ?? []).map(([line]) => line));
        expect(accountOf(month).closing).toBe(balance);
      }
      expect(balance + sum(open)).toBe(sum(ids));
    }
    for (const month of months) expect(await closed(id, month.name)).toEqual(month);
    expect((await own.getMerchant(id))?.balance).toBe(total);
  });
  await fc.assert(run, { numRuns: 15 });
}, 60_000);
