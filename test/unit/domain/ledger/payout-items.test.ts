import fc from 'fast-check';
import { newId } from '#domain/id.ts';
import {
  addToItems,
  changePayout,
  differenceOf,
  openPayout,
  type PayoutItem,
} from '#domain/ledger/payout-items.ts';
import { someMerchant } from '../some-merchant.ts';

const now = Date.UTC(2026, 10, 23);
const merchant = someMerchant({ test: false });

const facts = {
  reference: 'po_1',
  status: 'pending',
  amount: 0,
  currency: 'EUR',
  contents: 'ready',
} as const;
const payoutOf = (amount: number) => openPayout(merchant, newId(now), { ...facts, amount });

const item = fc.oneof(
  // The acquirer lists the lines of a payout in any order.
  fc
    .tuple(fc.integer(), fc.integer(), fc.nat(5000))
    .map(([net, fee, ago]): PayoutItem => ({ reference: 'txn', lineId: newId(now - ago), net, fee })),
  fc.integer().map((before): PayoutItem => ({ reference: 'txn', before })),
);

const netOf = (each: PayoutItem): number => ('net' in each ? each.net : 'before' in each ? each.before : 0);

test('a payout is done if its lines, and the older items without lines, add up to its amount, in any pages', () => {
  const run = fc.property(
    fc.array(fc.array(item, { maxLength: 5 }), { minLength: 1 }),
    fc.nat(2),
    (pages, by) => {
      const all = pages.flat();
      const sum = all.reduce((total, each) => total + netOf(each), 0);
      let payout = payoutOf(sum + by);
      for (const [n, page] of pages.entries()) {
        expect(payout.itemized).toBe('open');
        payout = addToItems(payout, page, n === pages.length - 1 ? undefined : `cursor ${n}`);
      }
      expect(differenceOf(payout).difference).toBe(by);
      expect(payout.itemized).toBe(by === 0 ? 'done' : 'open');
      if (!payout.covers) return;
      const lines = all.flatMap((each) => ('lineId' in each ? [each.lineId] : []));
      expect(payout.covers.count).toBe(lines.length);
      const before = all.reduce((total, each) => total + ('before' in each ? each.before : 0), 0);
      expect(payout.carried).toEqual({ in: before, out: 0 });
      expect(payout.fees).toBe(all.reduce((total, each) => total + ('fee' in each ? each.fee : 0), 0));
      for (const id of lines) expect(id >= payout.covers.from && id < payout.covers.to).toBe(true);
    },
  );
  fc.assert(run);
});

test('a balance transaction without a line keeps a payout open, and the next run starts from the beginning', () => {
  const lineId = newId(now);
  const line = { reference: 'txn_1', lineId, net: 70, fee: 1 };
  const open = addToItems(payoutOf(100), [line, { reference: 'txn_2', missing: true }]);
  expect(open.itemized).toBe('open');
  expect(differenceOf(open)).toEqual({ difference: 30, missing: 1, entries: ['txn_2'] });
  const done = addToItems(open, [line, { reference: 'txn_2', lineId: newId(now), net: 30, fee: 2 }]);
  expect(done).toMatchObject({ itemized: 'done', covers: { count: 2 }, carried: { in: 0, out: 0 }, fees: 3 });
});

test('a payout whose first lines an earlier version has read has no sum of fees', () => {
  const line = { reference: 'txn_1', lineId: newId(now), net: 100, fee: 1 };
  const { items, ...begun } = addToItems(payoutOf(200), [line], 'cursor');
  const { fees: _, ...earlier } = items ?? {};
  const done = addToItems({ ...begun, items: earlier as typeof items }, [line]);
  expect(done).toMatchObject({ itemized: 'done', covers: { count: 2 } });
  expect(done).not.toHaveProperty('fees');
});

test('a balance transaction of 0 without a line keeps a payout open, which names the first ten without a line', () => {
  const missing = Array.from({ length: 12 }, (_, n) => ({ reference: `txn_${n}`, missing: true as const }));
  const open = addToItems(payoutOf(0), missing);
  expect(open.itemized).toBe('open');
  const entries = missing.slice(0, 10).map(({ reference }) => reference);
  expect(differenceOf(open)).toEqual({ difference: 0, missing: 12, entries });
});

test('changePayout takes over a later status and trace, and starts the items again if its lines show something else', () => {
  const done = addToItems(payoutOf(0), []);
  expect(changePayout(done, payoutOf(0))).toBe(done);
  const paid = changePayout(done, { ...payoutOf(0), status: 'paid', trace: 'T1' });
  expect(paid).toMatchObject({ id: done.id, status: 'paid', trace: 'T1', itemized: 'open' });
  const later = changePayout(paid, { ...paid, arrival: '2026-11-25' });
  expect(later).toMatchObject({ arrival: '2026-11-25', itemized: 'open' });
  expect(later.items).toBeUndefined();
  // The acquirer may also change only the status, or only the trace.
  expect(changePayout(done, { ...payoutOf(0), status: 'failed' })).toMatchObject({
    status: 'failed',
    itemized: 'done',
  });
  expect(changePayout(done, { ...payoutOf(0), trace: 'T2' })).toMatchObject({ trace: 'T2' });
  expect(changePayout(later, { ...paid, trace: undefined })).not.toHaveProperty('trace');
  expect(changePayout(later, paid)).not.toHaveProperty('arrival');
  const all = { arrival: '2026-11-25', trace: 'T1' };
  expect(openPayout(merchant, done.id, { ...facts, ...all })).toMatchObject(all);
  const byHand = openPayout(merchant, newId(now), { ...facts, contents: 'none' });
  expect(changePayout(byHand, { ...byHand, arrival: '2026-11-25' }).itemized).toBe('none');
});
