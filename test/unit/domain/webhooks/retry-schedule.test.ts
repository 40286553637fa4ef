import { pauseAfter } from '../../../../functions/core/domain/webhooks/retry-schedule.ts';

const [second, minute, hour] = [1000, 60_000, 3_600_000];

/** All pauses of the retry schedule. */
function pauses(chance: number, isChallenge = false): number[] {
  const all: number[] = [];
  const next = () => pauseAfter(all.length + 1, isChallenge, chance);
  for (let pause = next(); pause !== undefined; pause = next()) all.push(pause);
  return all;
}

test('the retry schedule lasts three days, with growing pauses', () => {
  const all = pauses(0.5);
  expect(all).toEqual([
    ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute],
    ...[1, 2, 4, 6, 8, 10, 12, 12, 16].map((hours) => hours * hour),
  ]);
  const sum = all.reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(70 * hour);
  expect(sum).toBeLessThan(74 * hour);
});

test('each pause is up to a tenth shorter or longer at random', () => {
  const [least, middle, most] = [pauses(0), pauses(0.5), pauses(1)];
  for (const [i, pause] of middle.entries()) {
    expect(least[i]).toBe(Math.round(pause * 0.9));
    expect(most[i]).toBe(Math.round(pause * 1.1));
  }
});

test('an endpoint is asked three times to verify itself, with the first pauses of the schedule', () => {
  expect(pauses(0.5, true)).toEqual(pauses(0.5).slice(0, 2));
});
