import { parseTime } from '#basics/time.ts';

test.each([
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T12:30Z', '2026-11-01T12:30:00.000Z'],
  ['2026-11-01T23:59:59.999Z', '2026-11-01T23:59:59.999Z'],
  ['2026-11-01t12:30:00z', '2026-11-01T12:30:00.000Z'],
  ['2026-11-01T00:30:00+01:00', '2026-10-31T23:30:00.000Z'],
  // A query string has a space in place of an unescaped plus sign.
  ['2026-11-01T00:30:00 01:00', '2026-10-31T23:30:00.000Z'],
  ['2026-11-01T00:30:00-01:00', '2026-11-01T01:30:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-02-29', undefined],
  ['2026-02-30T12:00:00Z', undefined],
  ['2026-13-01', undefined],
  ['2026-11-00', undefined],
  ['2026-11-01T24:00:00Z', undefined],
  ['2026-11-01T12:60:00Z', undefined],
  ['2026-11-01T12:00:60Z', undefined],
  ['2026-11-01T12:00:00+24:00', undefined],
  ['2026-11-01T12:00:00', undefined],
  ['2026-11-01 12:00', undefined],
  ['1 November 2026', undefined],
  ['', undefined],
])('%s is the moment %s', (text, moment) => {
  const time = parseTime(text);
  expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(moment);
});
