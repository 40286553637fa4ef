import { changeText } from '../../../functions/console/client/format.ts';

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
])('the change from %s to %s is %s', (before, now, text) => {
  expect(changeText(before, now)).toBe(text);
});
