import {
  addFigures,
  figuresOfLine,
  figuresOfPayment,
  isDayFinal,
  lastDays,
  noFigures,
} from '#domain/console/overview.ts';

test('captures, refunds and disputes are counted before their fees', () => {
  const lines = [
    { kind: 'capture', balance: 4414, fee: 86 },
    { kind: 'refund', balance: -1000, fee: 0 },
    { kind: 'dispute', balance: -515, fee: 15 },
    { kind: 'dispute', balance: 500, fee: 0 },
    { kind: 'payout', balance: -3000, fee: 0 },
    { kind: 'adjustment', balance: -200, fee: 200 },
  ] as const;
  expect(lines.map(figuresOfLine).reduce(addFigures, noFigures)).toEqual({
    ...noFigures,
    takings: 4500,
    refunds: 1000,
    fees: 301,
    disputes: 0,
    disputeCount: 1,
  });
});

test('declined payments are counted by their codes', () => {
  const payments = [undefined, 7, 8, 7, undefined] as const;
  expect(payments.map((error) => figuresOfPayment(error)).reduce(addFigures, noFigures)).toEqual({
    ...noFigures,
    approved: 2,
    declined: 3,
    declines: { 7: 2, 8: 1 },
  });
});

test('no figure is -0, which would be printed', () => {
  const { refunds, disputes } = figuresOfLine({ kind: 'refund', balance: 0, fee: 0 });
  expect([refunds, disputes]).toEqual([0, 0]);
});

test('the last days end with the present day, and a day is final a day after its end', () => {
  const now = Date.parse('2026-03-02T13:00:00Z');
  const days = lastDays(now, 3).map((day) => new Date(day).toISOString().slice(0, 10));
  expect(days).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  expect(isDayFinal(Date.parse('2026-02-28'), now)).toBe(true);
  expect(isDayFinal(Date.parse('2026-03-01'), now)).toBe(false);
});
