import { dateFilters } from '../../../functions/console/client/lists/dates.tsx';
import { setTimeZone } from '../../../functions/console/client/values/zone.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import { dayOf } from '../../../functions/core/domain/merchants/days.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import type { Line } from '../../../functions/core/domain/transactions/transaction.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/console/search.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
  ...(await import('../../../functions/core/store/transactions/transactions.ts')),
  ...(await import('../../../functions/core/usecases/console/overview.ts')),
  ...(await import('../../../functions/core/usecases/console/search-payments.ts')),
  ...(await import('../../../functions/core/usecases/console/till-day.ts')),
}));
afterEach(() => {
  own.proxy.instead = undefined;
  own.proxy.indexed = undefined;
});

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

async function shop() {
  const merchant = someMerchant();
  await own.createMerchant(merchant, { id: newId(), name: null });
  return merchant;
}

async function pay(
  merchant: Merchant,
  { made = Date.now(), amount = 1000, error = undefined as 10 | undefined } = {},
) {
  const transaction = somePayment(merchant, { id: newId(made), amount, error });
  await own.createTransaction(transaction, {}, { merchant, alongside: [] });
  return transaction.id;
}

const lineOf = (
  { id: merchantId }: Merchant,
  kind: Line['kind'],
  transactionId?: string,
  made = Date.now(),
): Line => ({
  ...{ id: newId(made), merchantId, test: true, kind, transactionId, balance: -100, fee: 0 },
  amount: { currency: 'EUR', amount: 100 },
});
const write = (...lines: Line[]) => own.transact(lines.map((line) => own.putLine(line)));

/** Makes the index show this many copies of each item, each with an older id. @returns the ids, the newest first */
function copies(count: number, sk: string): string[] {
  const ids = Array.from({ length: count }, (_, n) => newId(Date.now() - n));
  own.proxy.indexed = (items) =>
    items.flatMap((item) => {
      const pk = item.pk?.S?.toString() ?? '';
      if (item.sk?.S !== sk) return [item];
      return ids.map((id) => ({ ...item, pk: { S: pk.replace(/[0-9a-f]{24}$/, id) }, listSk: { S: id } }));
    });
  return ids;
}

describe('a search', () => {
  async function search(
    { id }: Merchant,
    criteria: Parameters<typeof own.searchPayments>[1],
    slice: Parameters<typeof own.searchPayments>[2] = { limit: 10 },
  ) {
    const { found, end } = own.searchPayments(id, criteria, slice);
    expect(end()).toBeUndefined();
    const ids: string[] = [];
    for await (const payment of found) ids.push(payment.id);
    return { ids, end: end() };
  }

  const last4 = { kind: 'last4', value: '4242' } as const;

  test('a search reads at most 1000 payments, and names the payment from which the next search continues', async () => {
    const merchant = await shop();
    await pay(merchant);
    copies(999, own.transactionKey('').sk);
    expect(await search(merchant, { currency: 'USD' })).toEqual({ ids: [], end: {} });
    const ids = copies(1001, own.transactionKey('').sk);
    expect(await search(merchant, { currency: 'USD' })).toEqual({ ids: [], end: { at: ids[999] } });
  });

  test('by a term finds each payment once, of the list and of the index, the newest first', async () => {
    const merchant = await shop();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(await pay(merchant, { made: Date.now() - 10_000 + n }));
    for (const id of ids) await own.putTerms({ id, merchantId: merchant.id }, [last4]);
    for (const limit of [1, 2, 10])
      expect(await search(merchant, { last4: '4242' }, { limit })).toEqual({ ids, end: {} });
    const slice = { limit: 2, before: ids[1] ?? '' };
    expect(await search(merchant, { last4: '4242' }, slice)).toEqual({ ids: ids.slice(2), end: {} });
    // The newest payment is not in the index yet, so the search finds it in the list.
    const newest = await pay(merchant);
    expect((await search(merchant, { last4: '4242' })).ids).toEqual([newest, ...ids]);
  });

  test('a search leaves out payments that were deleted, have changed, or belong to another merchant, even if the index has them', async () => {
    const [merchant, other] = [await shop(), await shop()];
    const mine = await pay(merchant);
    for (const id of [mine, await pay(other), newId()])
      await own.putTerms({ id, merchantId: merchant.id }, [last4, { kind: 'amount', value: '500' }]);
    expect((await search(merchant, { last4: '4242' })).ids).toEqual([mine]);
    expect((await search(merchant, { amount: 500 })).ids).toEqual([]);
  });

  test.each([
    ['successful', 0],
    ['declined', 1],
    ['pending', 0],
  ] as const)('a search by the state %s finds the payments in it', async (state, index) => {
    const merchant = await shop();
    const ids = [await pay(merchant), await pay(merchant, { error: 10 })];
    expect((await search(merchant, { state })).ids).toEqual([ids[index]]);
  });

  test('a search fails if Florin cannot read the index', async () => {
    const merchant = await shop();
    await pay(merchant);
    const { pk } = own.termOf(merchant.id, last4, 0);
    own.proxy.instead = (_, body) => (body.includes(pk) ? failure('ValidationException') : undefined);
    await expect(search(merchant, { last4: '4242' })).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('the day of a till', () => {
  test('the day of a till has its payments, and the refunds that were made on it, also of older payments', async () => {
    const merchant = await shop();
    const older = await pay(merchant, { made: Date.now() - 3 * day });
    const [id] = [await pay(merchant), await pay(merchant, { error: 10 })];
    await write(
      ...[
        lineOf(merchant, 'refund', older),
        lineOf(merchant, 'refund', id),
        lineOf(merchant, 'refund', older),
      ],
      ...[lineOf(merchant, 'refund'), lineOf(merchant, 'refund', newId()), lineOf(merchant, 'capture', id)],
      lineOf(merchant, 'refund', id, Date.now() - 3 * day),
    );
    const { payments, sums, more } = await own.dayOfTill(merchant, Date.now());
    expect([payments.map((payment) => payment.id), more]).toEqual([[id], false]);
    expect(sums).toEqual([
      {
        scheme: 'visa',
        name: 'Visa',
        currency: 'EUR',
        payments: 0,
        amount: 0,
        holds: 1,
        held: 1000,
        refunds: 3,
        refunded: 300,
      },
    ]);
  });

  test('the day of a till begins at midnight in the country of the merchant', async () => {
    const { id, ...merchant } = await shop();
    const [before, after] = ['2026-03-02T10:59:59.999Z', '2026-03-02T11:00:00.000Z'].map(Date.parse);
    await pay({ id, ...merchant }, { made: before });
    const paid = await pay({ id, ...merchant }, { made: after });
    const day = await own.dayOfTill({ id, company: { country: 'NZ' } }, Date.parse('2026-03-02T12:30:00Z'));
    expect([day.start, day.payments.map((payment) => payment.id)]).toEqual([after, [paid]]);
  });

  test('the day of a till reads the older payments of its refunds at the same time, and each of them once', async () => {
    const merchant = await shop();
    const older = await Promise.all(
      Array.from({ length: 60 }, () => pay(merchant, { made: Date.now() - 3 * day })),
    );
    for (const id of older) await write(lineOf(merchant, 'refund', id), lineOf(merchant, 'refund', id));
    own.proxy.latency = 20;
    own.proxy.reset();
    const { sums } = await own.dayOfTill(merchant, Date.now());
    own.proxy.latency = 0;
    expect(sums).toMatchObject([{ refunds: 120, refunded: 12_000 }]);
    expect(own.proxy.calls.filter(({ operation }) => operation === 'GetItem').length).toBeLessThanOrEqual(62);
    expect(own.proxy.sequential()).toBeLessThan(30);
  });

  test.each(['payments', 'lines'])(
    'the day of a till says that there is more if it has 2000 %s',
    async (what) => {
      const merchant = await shop();
      await pay(merchant);
      await write(lineOf(merchant, 'capture'));
      const { sk } = what === 'payments' ? own.transactionKey('') : own.lineKey('');
      for (const [count, more] of [
        [1999, false],
        [2000, true],
      ] as const) {
        copies(count, sk);
        const read = await own.dayOfTill(merchant, Date.now());
        expect([read.more, read.payments.length]).toEqual([more, what === 'payments' ? count : 1]);
      }
    },
  );
});

test('an overview adds each day up once it is over, and the present day each time', async () => {
  const merchant = { ...(await shop()), timeZone: 'UTC' };
  const now = Date.now();
  const figures = async () => {
    own.proxy.reset();
    const { days, before } = await own.overviewOf(merchant, 4, now);
    const counts = days.map(({ start, figures: { approved, declined } }) => [start, approved, declined]);
    const reads = own.proxy.calls.filter(({ operation }) => operation === 'Query').length;
    return { counts, before, reads };
  };
  const today = Math.floor(now / day) * day;
  await pay(merchant, { made: now - 3 * day });
  await pay(merchant, { made: now - 4 * day - 1000 });
  await pay(merchant, { made: now, error: 10 });
  const first = await figures();
  expect(first.counts).toEqual([
    [today - 3 * day, 1, 0],
    [today - 2 * day, 0, 0],
    [today - day, 0, 0],
    [today, 0, 1],
  ]);
  expect(first.before.approved).toBe(1);
  await pay(merchant, { made: now - 3 * day });
  await pay(merchant, { made: now });
  const second = await figures();
  expect(second.counts.map(([, approved, declined]) => [approved, declined])).toEqual([
    [1, 0],
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
  expect(second.reads).toBeLessThan(first.reads);
});

test('an overview counts money on the day of its booking, and payments on the day on which they began', async () => {
  const merchant = { ...(await shop()), timeZone: 'Europe/Copenhagen' };
  const { start } = dayOf('2026-11-23', merchant.timeZone);
  const found = (kind: Line['kind'], booked: number, late: number) => {
    const line = { ...lineOf(merchant, kind), id: own.newId(booked + late) };
    return write({ ...line, bookedAt: new Date(booked).toISOString() });
  };
  const [capture, refund] = [lineOf(merchant, 'capture'), lineOf(merchant, 'refund')];
  await found('capture', start - 1, 3 * hour);
  await found('refund', start, 60_000);
  await pay(merchant, { made: start + 1 });
  const { days } = await own.overviewOf(merchant, 2, start + 5 * hour);
  expect(
    days.map(({ day, figures: { takings, refunds, approved } }) => [day, takings, refunds, approved]),
  ).toEqual([
    ['2026-11-22', capture.balance + capture.fee, 0, 0],
    ['2026-11-23', 0, 0 - refund.balance - refund.fee, 1],
  ]);
});

/** Six zones, each at a time of a day whose clocks change, or of another day. */
const clocks = [
  ['Pacific/Auckland', '2026-09-27', '2026-09-27T10:00:00Z'],
  ['Asia/Kathmandu', '2026-11-26', '2026-11-26T18:00:00Z'],
  ['America/St_Johns', '2026-11-01', '2026-11-02T03:00:00Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-09T06:30:00Z'],
  ['UTC', '2026-11-26', '2026-11-26T23:30:00Z'],
  ['Pacific/Kiritimati', '2026-11-26', '2026-11-26T09:30:00Z'],
] as const;

test.each(clocks)(
  'in %s, the overview of %s counts what the list and the till of that day show',
  async (timeZone, name, time) => {
    const merchant = { ...(await shop()), timeZone };
    const now = Date.parse(time);
    const { start, end } = dayOf(name, timeZone);
    for (const made of [start - minute, start + minute, end - 2 * hour]) await pay(merchant, { made });
    // The clock is later than now at this time of the day before, so the day's comparison leaves it out.
    await pay(merchant, { made: start - 10 * minute });
    await pay(merchant, { made: start - 3 * hour });

    const { days, period, before } = await own.overviewOf(merchant, 1, now);
    expect(days.map(({ day }) => day)).toEqual([name]);
    expect([period.approved, before.approved]).toEqual([2, 1]);

    setTimeZone(timeZone);
    const filters = dateFilters({ from: name, to: name });
    const [from, to] = [filters['filter[from]'], filters['filter[to]']].map((edge) =>
      own.firstIdOf(edge ?? ''),
    );
    const listed = [];
    for await (const { id } of own.listTransactions(merchant.id, { limit: 10, from, to })) listed.push(id);
    expect(listed).toHaveLength(period.approved);
    const till = await own.dayOfTill(merchant, now);
    expect(till.payments.map(({ id }) => id)).toEqual(listed);
    // A second look reads the stored figures of the days that are over, and finds the same.
    const later = await own.overviewOf(merchant, 3, now + 2 * day);
    expect(later.days.map(({ figures }) => figures.approved)).toEqual([2, 0, 0]);
    expect((await own.overviewOf(merchant, 3, now + 2 * day)).days).toEqual(later.days);
  },
);
