import fc from 'fast-check';
import { addDays, dayAt, dayOf, daysEnded, isDay, lastDays, sameClock } from '#domain/merchants/days.ts';

const at = (time: string) => Date.parse(time);

/** A day on which the clocks change, or another day, in six zones: its first moment, and that of the next day. */
const days = [
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00Z', '2026-09-27T11:00:00Z'],
  ['Asia/Kathmandu', '2026-11-26', '2026-11-25T18:15:00Z', '2026-11-26T18:15:00Z'],
  ['America/St_Johns', '2026-11-01', '2026-11-01T02:30:00Z', '2026-11-02T03:30:00Z'],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
  ['UTC', '2026-11-26', '2026-11-26T00:00:00Z', '2026-11-27T00:00:00Z'],
  ['Pacific/Kiritimati', '2026-11-26', '2026-11-25T10:00:00Z', '2026-11-26T10:00:00Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
] as const;

test.each(days)('in %s, %s begins at %s and ends at %s', (zone, day, start, end) => {
  expect(dayOf(day, zone)).toEqual({ day, start: at(start), end: at(end) });
  expect(dayAt(at(start) - 60_000, zone)).toBe(addDays(day, -1));
  expect(dayAt(at(start) + 60_000, zone)).toBe(day);
  expect(dayAt(at(end) - 60_000, zone)).toBe(day);
  expect(dayAt(at(end) + 60_000, zone)).toBe(addDays(day, 1));
});

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const times = fc.integer({ min: at('2015-01-01'), max: at('2040-01-01') });

test('each moment lies in exactly the day that its zone gives it, and that day has about 24 hours', () => {
  fc.assert(
    fc.property(times, zones, (time, zone) => {
      const { start, end } = dayOf(dayAt(time, zone), zone);
      const hours = (end - start) / 3_600_000;
      return start <= time && time < end && hours >= 20 && hours <= 28;
    }),
  );
});

test('the last days follow one another without a gap, and the present moment is in the last one', () => {
  fc.assert(
    fc.property(times, zones, fc.integer({ min: 1, max: 20 }), (now, zone, count) => {
      const last = lastDays(now, count, zone);
      expect(last).toHaveLength(count);
      expect(last.slice(1).map(({ start }) => start)).toEqual(last.slice(0, -1).map(({ end }) => end));
      expect(last.at(-1)?.day).toBe(dayAt(now, zone));
    }),
    { numRuns: 30 },
  );
});

test('each day ends in exactly one of the spans between the runs of a daily job', () => {
  const length = 24 * 3_600_000;
  fc.assert(
    fc.property(times, zones, fc.integer({ min: 1, max: 8 }), (begin, zone, runs) => {
      const inSpans = Array.from({ length: runs }, (_, n) =>
        daysEnded(begin + n * length, begin + (n + 1) * length, zone),
      ).flat();
      expect(inSpans).toEqual(daysEnded(begin, begin + runs * length, zone));
      expect(new Set(inSpans.map(({ day }) => day)).size).toBe(inSpans.length);
    }),
    { numRuns: 30 },
  );
});

test('in Chicago, summer time makes two days end between two runs at 05:30 UTC, and no day in the autumn', () => {
  const names = (after: string, until: string) =>
    daysEnded(at(after), at(until), 'America/Chicago').map(({ day }) => day);
  expect(names('2026-03-08T05:30Z', '2026-03-09T05:30Z')).toEqual(['2026-03-07', '2026-03-08']);
  expect(names('2026-10-31T05:30Z', '2026-11-01T05:30Z')).toEqual(['2026-10-31']);
  expect(names('2026-11-01T05:30Z', '2026-11-02T05:30Z')).toEqual([]);
});

test.each([
  ['Europe/Berlin', '2026-03-30T08:00:00.5Z', '2026-03-29', '2026-03-29T08:00:00.5Z'],
  ['Europe/Berlin', '2026-03-30T08:00:00Z', '2026-03-28', '2026-03-28T09:00:00Z'],
  ['Pacific/Auckland', '2026-11-26T22:10:00Z', '2026-11-26', '2026-11-25T22:10:00Z'],
  ['America/St_Johns', '2026-11-02T12:00:00Z', '2026-10-26', '2026-10-26T11:00:00Z'],
])('in %s, the clock of %s is shown on %s at %s', (zone, now, day, moment) => {
  expect(sameClock(dayOf(day, zone), at(now), zone)).toBe(at(moment));
});

test('the same part of another day never leaves that day', () => {
  fc.assert(
    fc.property(times, zones, fc.integer({ min: 1, max: 90 }), (now, zone, ago) => {
      const other = dayOf(addDays(dayAt(now, zone), -ago), zone);
      const moment = sameClock(other, now, zone);
      return other.start <= moment && moment <= other.end;
    }),
  );
});

test.each([
  ['2026-02-28', true],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['26-02-28', false],
  ['2026-02-28T10:00Z', false],
])('%s names a day of the calendar: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
