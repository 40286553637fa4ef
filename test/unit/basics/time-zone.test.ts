import { showMoment, timeZoneOfCountry } from '#basics/time-zone.ts';
import { countries } from '#schemas/countries.ts';

test.each([
  ['DK', 'Europe/Copenhagen'],
  ['DE', 'Europe/Berlin'],
  ['PT', 'Europe/Lisbon'],
  ['US', 'America/New_York'],
  ['GB', 'Europe/London'],
])('the time zone of %s is %s', (country, zone) => {
  expect(timeZoneOfCountry(country)).toBe(zone);
});

test('every country has a time zone that can be shown', () => {
  for (const country of countries)
    expect(showMoment(new Date(0), 'en', timeZoneOfCountry(country))).toMatch(/19(69|70)/);
});

test('a moment is shown in local time with the zone’s abbreviation, in summer and in winter', () => {
  const zone = timeZoneOfCountry('DE');
  expect(showMoment(new Date('2026-07-01T22:30:00Z'), 'de-DE', zone)).toBe('2. Juli 2026 um 00:30 MESZ');
  expect(showMoment(new Date('2026-12-31T23:30:00Z'), 'de-DE', zone)).toBe('1. Januar 2027 um 00:30 MEZ');
});
