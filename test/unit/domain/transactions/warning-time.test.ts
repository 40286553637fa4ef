import { newId } from '#domain/id.ts';
import { warningTime } from '#domain/transactions/warning-time.ts';

const hour = 60 * 60 * 1000;

test.each([
  [30 * 24, 28 * 24],
  [7 * 24, 5 * 24],
  [4 * 24, 2 * 24],
  [2 * 24, 24],
  [12, 6],
  [1, 0.5],
])('the warning about an authorization that lasts %d hours comes after %d hours', (life, after) => {
  const made = 1_800_000_000_000;
  const end = new Date(made + life * hour).toISOString();
  expect(warningTime(newId(made), end)).toBe(made + after * hour);
});
