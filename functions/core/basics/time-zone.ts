/** The zone with the most people, for countries with several zones. */
const chief: Record<string, string> = {
  AQ: 'UTC',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Godthab',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
};

/** The time zone of a country, by its IANA name. @param country ISO 3166-1 alpha-2 */
export function timeZoneOfCountry(country: string): string {
  const zone = chief[country] ?? zonesOf(country)[0] ?? 'UTC';
  return isTimeZone(zone) ? zone : 'UTC';
}

/**
 * `Intl.Locale` has had the zones as an accessor and now has a method for them; TypeScript knows neither
 * (https://github.com/tc39/proposal-intl-locale-info).
 */
function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?(): string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Whether a text is the IANA name of a time zone. `Intl` also takes offsets such as `+01:00`, which have no summer time. */
export function isTimeZone(timeZone: string): boolean {
  if (!/^[a-z]/i.test(timeZone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Formats a moment in the style of the locale, with the name of the time zone. */
export const showMoment = (date: Date, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(date);
