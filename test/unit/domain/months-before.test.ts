import { monthsBefore } from '../../../functions/core/domain/customers/months-before.ts';

test.each([
  ['2026-03-31T02:00:00.000Z', 1, '2026-02-28T02:00:00.000Z'],
  ['2028-03-31T02:00:00.000Z', 1, '2028-02-29T02:00:00.000Z'],
  ['2026-01-15T02:00:00.000Z', 1, '2025-12-15T02:00:00.000Z'],
  ['2026-11-30T02:00:00.000Z', 24, '2024-11-30T02:00:00.000Z'],
  ['2028-02-29T02:00:00.000Z', 120, '2018-02-28T02:00:00.000Z'],
])('the time %s, %i months earlier, is %s', (time, months, before) => {
  expect(new Date(monthsBefore(Date.parse(time), months)).toISOString()).toBe(before);
});
