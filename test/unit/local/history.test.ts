import fc from 'fast-check';
import { beginPast } from '../../../lib/local/history/past.ts';
import { planHistory, type Sale } from '../../../lib/local/history/plan.ts';
import { same } from '../same.ts';

const day = 86_400_000;

test('a plan moves only money that is there, in the order of time, and ends before now', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 }),
      fc.integer({ min: 1, max: 120 }),
      fc.string(),
      (end, days, seed) => {
        const steps = planHistory(end, days, seed);
        const captured = new Map<Sale, number>();
        const times = steps.map(({ at }) => at);
        same(
          times,
          [...times].sort((a, b) => a - b),
        );
        expect(times.every((at) => at < end && at >= end - (days + 1) * day)).toBe(true);
        for (const step of steps) {
          if (step.kind === 'payment') {
            same(Number.isSafeInteger(step.sale.amount) && step.sale.amount > 0, true);
            captured.set(step.sale, 0);
          } else if (step.kind === 'capture' || step.kind === 'void') {
            same(captured.get(step.sale), 0);
            same(step.amount, step.sale.amount);
            captured.set(step.sale, step.kind === 'capture' ? step.amount : -1);
          } else if (step.kind === 'refund') {
            same(step.amount <= (captured.get(step.sale) ?? 0), true);
          }
        }
        same(planHistory(end, days, seed), steps);
      },
    ),
    { numRuns: 50 },
  );
});

test('ninety days have hundreds of payments, some declined, disputed and refunded', () => {
  const steps = planHistory(Date.UTC(2026, 10, 25, 12), 90, 'a seed');
  const of = (kind: string) => steps.filter((step) => step.kind === kind);
  const cards = new Set(steps.flatMap((step) => (step.kind === 'payment' ? [step.sale.card] : [])));
  expect(of('payment').length).toBeGreaterThan(300);
  expect(of('refund').length).toBeGreaterThan(10);
  expect(of('payout').length).toBeGreaterThan(11);
  // The history ends at noon, when its last day has begun.
  const last = steps.filter((step) => step.kind === 'payment').at(-1)?.at ?? 0;
  expect(last).toBeGreaterThan(Date.UTC(2026, 10, 25));
  for (const card of ['4100000000000007', '4000000000000259', '4000000000001976'])
    expect(cards).toContain(card);
});

test('in the past of a sample, every way to read the time returns its time, until the past ends', () => {
  const before = Date.now();
  const past = beginPast();
  try {
    past.moveTo(Date.UTC(2020, 1, 29, 12));
    expect(new Date().toISOString()).toMatch(/^2020-02-29T12:00:0/);
    expect(new Date(Date.now()).getUTCFullYear()).toBe(2020);
    expect(Date()).toContain('2020');
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(new Date()).toBeInstanceOf(Date);
    expect(Date.UTC(2021, 0)).toBe(Date.parse('2021-01-01T00:00:00Z'));
  } finally {
    past.end();
  }
  expect(Date.now()).toBeGreaterThanOrEqual(before);
  expect(new Date(Date.now()).getUTCFullYear()).toBeGreaterThan(2020);
});
