import fc from 'fast-check';
import {
  type MonthOfMerchant,
  noIncidents,
  publishedThresholds,
  type Ratio,
  ratiosOf,
  readThresholds,
} from '../../../../functions/core/domain/disputes/ratios.ts';

const thresholds = readThresholds(publishedThresholds);
const levels = ['below', 'half', 'reached'];
const count = fc.nat(3000);
const counts = fc.record({
  disputes: count,
  frauds: count,
  fraudDisputes: count,
  fraudAmount: fc.nat(10_000_000),
});
const payments = fc.record({ visa: fc.nat(400_000), mastercard: fc.nat(400_000) });
const months: fc.Arbitrary<MonthOfMerchant> = fc.record({
  month: fc.constant('2026-11'),
  incidents: fc.record({ visa: counts, mastercard: counts }),
  payments: fc.record({ month: payments, monthBefore: payments }),
});

const found = (month: MonthOfMerchant, program: Ratio['program']): Ratio | undefined =>
  ratiosOf(month, thresholds).find((ratio) => ratio.program === program);

/** A month of one scheme with so many incidents of each kind, and so many payments in both months. */
const monthOf = (
  scheme: 'visa' | 'mastercard',
  incidents: Partial<typeof noIncidents>,
  payments: number,
): MonthOfMerchant => ({
  month: '2026-11',
  incidents: { [scheme]: { ...noIncidents, ...incidents } },
  payments: { month: { [scheme]: payments }, monthBefore: { [scheme]: payments } },
});

test('an honest payment never raises a share, nor causes a warning', () => {
  fc.assert(
    fc.property(
      months,
      fc.constantFrom('visa', 'mastercard'),
      fc.constantFrom('month', 'monthBefore'),
      (given, scheme, when) => {
        const paid = { ...given.payments[when], [scheme]: (given.payments[when][scheme] ?? 0) + 1 };
        const after = { ...given, payments: { ...given.payments, [when]: paid } };
        for (const ratio of ratiosOf(after, thresholds)) {
          const before = found(given, ratio.program);
          expect(levels.indexOf(ratio.level)).toBeLessThanOrEqual(levels.indexOf(before?.level ?? 'below'));
          expect(ratio.basisPoints ?? Infinity).toBeLessThanOrEqual(before?.basisPoints ?? Infinity);
        }
      },
    ),
  );
});

test('a further dispute or fraud alert never lowers a share', () => {
  fc.assert(
    fc.property(months, fc.constantFrom('visa', 'mastercard'), (given, scheme) => {
      const { disputes, frauds, fraudDisputes, fraudAmount } = given.incidents[scheme] ?? noIncidents;
      const more = {
        disputes: disputes + 1,
        frauds: frauds + 1,
        fraudDisputes: fraudDisputes + 1,
        fraudAmount: fraudAmount + 1,
      };
      const after = { ...given, incidents: { ...given.incidents, [scheme]: more } };
      for (const ratio of ratiosOf(given, thresholds)) {
        const now = found(after, ratio.program);
        expect(levels.indexOf(now?.level ?? '')).toBeGreaterThanOrEqual(levels.indexOf(ratio.level));
      }
    }),
  );
});

test('a shown share reaches the threshold exactly if the share does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1500, max: 3000 }),
      fc.integer({ min: 1, max: 400_000 }),
      (disputes, of) => {
        const ratio = found(monthOf('visa', { disputes }, of), 'vamp');
        expect((ratio?.basisPoints ?? 0) >= 150).toBe(ratio?.level === 'reached');
      },
    ),
  );
});

test.each([
  // 1.5 % and 1,500 incidents, half of which are 0.75 % and 750.
  ['vamp', 'visa', { disputes: 1000, frauds: 500 }, 100_000, 'reached', 150],
  ['vamp', 'visa', { disputes: 1000, frauds: 500 }, 100_001, 'half', 149],
  ['vamp', 'visa', { disputes: 1499 }, 10_000, 'half', 1499],
  ['vamp', 'visa', { frauds: 750 }, 100_000, 'half', 75],
  ['vamp', 'visa', { frauds: 750 }, 100_001, 'below', 74],
  ['vamp', 'visa', { frauds: 749 }, 1000, 'below', 7490],
  ['ecm', 'mastercard', { disputes: 100, frauds: 9 }, 6666, 'reached', 150],
  ['ecm', 'mastercard', { disputes: 100 }, 6667, 'half', 149],
  ['ecm', 'mastercard', { disputes: 50 }, 6666, 'half', 75],
  ['ecm', 'mastercard', { disputes: 49 }, 10, 'below', 49_000],
  ['hecm', 'mastercard', { disputes: 300 }, 10_000, 'reached', 300],
  ['hecm', 'mastercard', { disputes: 299 }, 9000, 'half', 332],
  ['hecm', 'mastercard', { disputes: 149 }, 100, 'below', 14_900],
  ['efm', 'mastercard', { fraudDisputes: 50, fraudAmount: 5_000_000 }, 10_000, 'reached', 50],
  ['efm', 'mastercard', { fraudDisputes: 50, fraudAmount: 4_999_999 }, 10_000, 'half', 50],
  ['efm', 'mastercard', { fraudDisputes: 25, fraudAmount: 2_500_000 }, 10_000, 'half', 25],
  ['efm', 'mastercard', { fraudDisputes: 25, fraudAmount: 2_499_999 }, 10_000, 'below', 25],
] as const)(
  '%s of %s with %j among %i payments is %s',
  (program, scheme, incidents, of, level, basisPoints) => {
    expect(found(monthOf(scheme, incidents, of), program)).toMatchObject({ level, basisPoints });
  },
);

test('incidents without payments have no share, and warn from half of the least number on', () => {
  const [few, many] = [749, 750].map((disputes) => found(monthOf('visa', { disputes }, 0), 'vamp'));
  expect([few?.level, many?.level]).toEqual(['below', 'half']);
  expect(many).not.toHaveProperty('basisPoints');
});

test('Visa compares with the payments of the month, and Mastercard with those of the month before', () => {
  const incidents = { ...noIncidents, disputes: 10, fraudDisputes: 10 };
  const payments = { month: { visa: 1, mastercard: 2 }, monthBefore: { visa: 3, mastercard: 4 } };
  const month = { month: '2026-11', incidents: { visa: incidents, mastercard: incidents }, payments };
  const compared = ratiosOf(month, thresholds).map((ratio) => [ratio.program, ratio.payments]);
  expect(Object.fromEntries(compared)).toEqual({ vamp: 1, ecm: 4, hecm: 4, efm: 4 });
});

test('a program without incidents is left out', () => {
  expect(ratiosOf(monthOf('mastercard', { frauds: 3 }, 10), thresholds)).toEqual([]);
  expect(ratiosOf(monthOf('visa', {}, 10), thresholds)).toEqual([]);
});

test.each([
  'vamp=0/1500,ecm=150/100,hecm=300/300,efm=50/50000',
  'vamp=150/1500',
  'ecm=150/100,vamp=150/1500,hecm=300/300,efm=50/50000',
  'vamp=1.5/1500,ecm=150/100,hecm=300/300,efm=50/50000',
])('the thresholds %s are refused', (text) => {
  expect(() => readThresholds(text)).toThrow(/Not thresholds/);
});
