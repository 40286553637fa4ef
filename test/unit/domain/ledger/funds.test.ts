import fc from 'fast-check';
import { newId } from '#domain/id.ts';
import {
  fundsOf,
  otherCurrencies,
  pastSums,
  sumMovedSince,
  sumsOfDisputes,
  sumsOfLine,
  totalOf,
} from '#domain/ledger/funds.ts';
import type { Line } from '#domain/transactions/transaction.ts';

const today = '2026-11-23';
const noon = Date.parse(`${today}T12:00:00Z`);

const line = (over: Partial<Line>): Line => ({
  id: newId(noon),
  merchantId: newId(noon),
  test: false,
  kind: 'capture',
  amount: { currency: 'EUR', amount: 100 },
  balance: 100,
  fee: 0,
  ...over,
});

const of = (lines: readonly Line[]) =>
  totalOf(lines.map((each) => ({ pk: 'p', sk: 's', ...sumsOfLine(each, today) })));

test('a line that is available on a later day is pending until that day, and available from that day on', () => {
  const sums = of([line({}), line({ balance: 70, availableOn: '2026-11-25' }), line({ availableOn: today })]);
  const on = (day: string) => fundsOf(sums, false, day);
  expect(on(today)).toEqual({ balance: 270, available: 200, pending: 70, reserved: 0, disputed: 0 });
  expect(on('2026-11-24')).toMatchObject({ available: 200, pending: 70 });
  expect(on('2026-11-25')).toMatchObject({ balance: 270, available: 270, pending: 0 });
});

test('a reserve is deducted from the balance until its release', () => {
  const held = line({ kind: 'adjustment', balance: -40, reserve: true });
  expect(fundsOf(of([line({}), held]), false, today)).toMatchObject({
    balance: 60,
    reserved: 40,
    available: 60,
  });
  const released = line({ kind: 'adjustment', balance: 40, reserve: true });
  expect(fundsOf(of([line({}), held, released]), false, today)).toMatchObject({ balance: 100, reserved: 0 });
});

test('an open dispute reduces the available funds of a test merchant, and not of a live one', () => {
  const sums = { balance: 100, ...sumsOfDisputes({ EUR: 30 }, 'EUR') };
  expect(fundsOf(sums, true, today)).toMatchObject({ balance: 100, available: 70, disputed: 30 });
  expect(fundsOf(sums, false, today)).toMatchObject({ balance: 100, available: 100, disputed: 30 });
});

test('the funds of each currency are counted separately', () => {
  const kept = { currency: 'USD', net: 4900, fee: 100 };
  const sums = {
    ...of([line({}), line({ balance: 0, kept, availableOn: '2026-11-25' })]),
    ...sumsOfDisputes({ USD: 7 }, 'EUR'),
  };
  expect(otherCurrencies(sums)).toEqual(['USD']);
  expect(fundsOf(sums, false, today)).toMatchObject({ balance: 100, pending: 0, disputed: 0 });
  const reserve = { kind: 'adjustment', balance: 0, kept: { ...kept, net: -40 }, reserve: true } as const;
  const held = of([line(reserve), line({ ...reserve, kept: { ...reserve.kept, currency: 'CHF' } })]);
  expect(fundsOf(held, false, today)).toMatchObject({ balance: 0, reserved: 0 });
  expect(fundsOf(held, false, today, 'USD')).toMatchObject({ balance: -40, reserved: 40 });
  expect([sumMovedSince(held, today, 'USD'), sumMovedSince(held, today)]).toEqual([-40, 0]);
  expect(otherCurrencies(held)).toEqual(['CHF', 'USD']);
  expect(fundsOf(sums, false, today, 'USD')).toEqual({
    balance: 4900,
    available: 0,
    pending: 4900,
    reserved: 0,
    disputed: 7,
  });
});

test('sums of past days and past availability are no longer needed, in any currency, and no others', () => {
  const names = (day: string) => [day, `moved#${day}#USD`, `pending#${day}`, `pending#${day}#USD`];
  const sums = [...names('2026-11-22'), ...names(today), 'balance', 'balance#USD', 'reserved', 'disputed'];
  expect(pastSums(Object.fromEntries(sums.map((name) => [name, 1])), today)).toEqual(names('2026-11-22'));
});

test('daily sums tell how much has moved since a day, in each currency, even without earlier sums', () => {
  const day = 24 * 60 * 60 * 1000;
  const at = (n: number, balance: number, net?: number) =>
    line({ id: newId(noon - n * day), balance, ...(net && { kept: { currency: 'USD', net, fee: 0 } }) });
  const entry = fc.tuple(fc.nat(5), fc.integer({ min: -500, max: 500 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(entry), fc.nat(5), (entries, back) => {
      const lines = entries.map(([n, by, isKept]) => (isKept ? at(n, 0, by || 1) : at(n, by)));
      const since = new Date(noon - back * day).toISOString().slice(0, 10);
      const sums = of(lines);
      const later = lines.filter((_, n) => (entries[n]?.[0] ?? 0) <= back);
      expect(sumMovedSince(sums, since)).toBe(later.reduce((sum, { balance }) => sum + balance, 0));
      expect(sumMovedSince(sums, since, 'USD')).toBe(
        later.reduce((sum, { kept }) => sum + (kept?.net ?? 0), 0),
      );
      const left = Object.fromEntries(
        Object.entries(sums).filter(([name]) => !pastSums(sums, since).includes(name)),
      );
      expect(sumMovedSince(left, since)).toBe(sumMovedSince(sums, since));
      expect(fundsOf(left, false, since)).toEqual(fundsOf(sums, false, since));
    }),
  );
});
