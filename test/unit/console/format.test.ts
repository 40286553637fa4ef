import { changeText, date, dateOfDay } from '../../../functions/console/client/format.ts';

test.each([
  [100, 112, '+12%'],
  [100, 88, '−12%'],
  [100, 999, '+899%'],
  [100, 1000, '×10'],
  [100, 133_460, '×1,335'],
  [116_185, 116_510, undefined],
  [100, 100, undefined],
  [0, 100, undefined],
  [undefined, 100, undefined],
  [100, undefined, undefined],
  [100, -50, '−150%'],
  [-100, 50, undefined],
  [-100, -1000, undefined],
])('the change from %s to %s is %s', (before, now, text) => {
  expect(changeText(before, now)).toBe(text);
});

test.each([-11, -1, 0, 1, 11])(
  'a day that begins %i hours after that of the reader has its own date',
  (hours) => {
    const begin = new Date(2026, 10, 24, hours).toISOString();
    expect(dateOfDay(begin)).toBe(date(new Date(2026, 10, 24, 12)));
  },
);
