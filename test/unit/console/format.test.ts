import {
  changeText,
  date,
  day,
  decimalsOf,
  expiry,
  money,
  monthName,
  plainAmount,
  relative,
  secondsTime,
  shortDay,
} from '../../../functions/console/client/values/format.ts';
import { setTimeZone, timeZone } from '../../../functions/console/client/values/zone.ts';

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

test.each([
  ['Pacific/Auckland', /^(24 Nov 2026|Nov 24, 2026), (3:59:59\sAM|03:59:59)$/],
  ['America/St_Johns', /^(23 Nov 2026|Nov 23, 2026), (11:29:59\sAM|11:29:59)$/],
])('in %s, a time is shown as %p, wherever its reader is', (zone, shown) => {
  setTimeZone(zone);
  expect(secondsTime('2026-11-23T14:59:59Z')).toMatch(shown);
});

test('a zone that the browser does not know is shown in the zone of the browser', () => {
  setTimeZone('Europe/Nowhere');
  expect(timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

afterEach(() => jest.restoreAllMocks());

test.each([-11, 13])(
  'days, months and ends of cards are those of UTC for a reader %i hours away',
  (hours) => {
    const { DateTimeFormat } = Intl;
    const timeZone = `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`;
    const here = (tag: string, options: object) => new DateTimeFormat(tag, { timeZone, ...options });
    jest.spyOn(Intl, 'DateTimeFormat').mockImplementation(here as never);
    setTimeZone(timeZone);
    const [first, last] = ['2026-10-31T00:00:00.000Z', '2026-10-31T23:59:59.000Z'];
    expect(date(first) === date(last)).toBe(false);
    for (const time of [first, last]) {
      expect(day(time)).toMatch(/^(31 Oct 2026|Oct 31, 2026)$/);
      expect(shortDay(time)).toMatch(/^(31 Oct|Oct 31)$/);
      expect(monthName(time)).toBe('October 2026');
      expect(expiry(time)).toBe('10/2026');
    }
  },
);

test.each([
  [['EUR', 123_450], '1234.50', '€1,234.50'],
  [['EUR', -5], '-0.05', '−€0.05'],
  [['JPY', 123_450], '123450', '¥123,450'],
  [['BHD', 123_450], '123.450', 'BHD\u00a0123.450'],
] as const)('%s is typed as %s and shown as %s', ([currency, minor], typed, shown) => {
  expect([plainAmount(minor, currency), money(minor, currency)]).toEqual([typed, shown]);
  expect(typed.split('.')[1]?.length ?? 0).toBe(decimalsOf(currency));
});

const [minute, hour] = [60_000, 3_600_000];
test.each([
  [72 * hour, 'in 3 days'],
  [72 * hour - 1, 'in 2 days'],
  [24 * hour, 'tomorrow'],
  [24 * hour - 1, 'in 23 hours'],
  [hour, 'in 1 hour'],
  [hour - 1, 'in 59 minutes'],
  [0, 'this minute'],
  [-59 * minute, '59 minutes ago'],
  [-2 * hour, '2 hours ago'],
  [-24 * hour, 'yesterday'],
  [-49 * hour, '2 days ago'],
])('a time that is %i ms away is %s', (away, text) => {
  const now = Date.parse('2026-11-26T12:00:00.000Z');
  expect(relative(new Date(now + away).toISOString(), now)).toBe(text);
});
