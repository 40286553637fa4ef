import { dayBefore } from '#basics/time-zone.ts';

const at = (time: string) => Date.parse(time);

test.each([
  ['2026-11-23T05:00:00Z', 'Europe/Copenhagen', '2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z'],
  // In Los Angeles it is still the 22nd.
  ['2026-11-23T05:00:00Z', 'America/Los_Angeles', '2026-11-21T08:00:00Z', '2026-11-22T08:00:00Z'],
  // On these days the clocks change, so a day has 23 or 25 hours.
  ['2026-03-30T05:00:00Z', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['2026-10-26T05:00:00Z', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['2026-11-23T05:00:00Z', 'UTC', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z'],
])('at %s the last full day in %s is the one that began at %s', (now, zone, start, end) => {
  expect(dayBefore(at(now), zone)).toEqual({ start: at(start), end: at(end) });
});
