import {
  addFigures,
  figuresOfLine,
  figuresOfPayment,
  isDayFinal,
  noFigures,
  spansOf,
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

test('the present day and the last of the days before end at the same time of day, in winter and in summer', () => {
  const now = Date.parse('2026-03-30T13:30:00Z');
  const { before, period } = spansOf(now, 2, 'Europe/Berlin');
  const shown = [...before, ...period].map(({ day, start, end }) => [
    day,
    new Date(start).toISOString().slice(5, 16),
    new Date(end).toISOString().slice(5, 16),
  ]);
  expect(shown).toEqual([
    ['2026-03-27', '03-26T23:00', '03-27T23:00'],
    ['2026-03-28', '03-27T23:00', '03-28T14:30'],
    ['2026-03-29', '03-28T23:00', '03-29T22:00'],
    ['2026-03-30', '03-29T22:00', '03-30T22:00'],
  ]);
});

test('a day is final a day after its end', () => {
  const now = Date.parse('2026-03-02T13:00:00Z');
  expect(isDayFinal({ end: Date.parse('2026-03-01T13:00:00Z') }, now)).toBe(true);
  expect(isDayFinal({ end: Date.parse('2026-03-01T13:00:00.001Z') }, now)).toBe(false);
});
