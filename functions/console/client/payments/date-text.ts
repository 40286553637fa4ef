import { isDay } from '#domain/merchants/days.ts';

/**
 * The day that a text names: `2026-11-26`, `26.11.2026`, `26.11.`, `26/11/2026` in the order of the locale, `26 Nov` and
 * `November 26, 2026` in the locale's language or in English. Without a year it is the latest such day until `today`.
 */
export function dateIn(text: string, locale: string, today: string): string | undefined {
  if (isDay(text)) return text;
  const figures = /^(\d{1,2})([./])(\d{1,2})(?:\2(\d{4})?)?$/.exec(text);
  if (figures) {
    const [, first = '', mark, second = '', year] = figures;
    // `26.11` is an amount.
    if (mark === '.' && !/\.(\d{4})?$/.test(text)) return undefined;
    const [date, month] = mark === '/' && isMonthFirst(locale) ? [second, first] : [first, second];
    return latest(Number(month), Number(date), year, today);
  }
  const named =
    /^(?:(?<date>\d{1,2})\.? (?<month>\p{L}{3,})|(?<name>\p{L}{3,})\.? (?<day>\d{1,2}))\.?(?:,? (?<year>\d{4}))?$/u.exec(
      text,
    )?.groups;
  const month = monthOfName(named?.month ?? named?.name ?? '', locale);
  return named && month ? latest(month, Number(named.date ?? named.day), named.year, today) : undefined;
}

const isMonthFirst = (locale: string): boolean => {
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day');
};

/** The number of the month, from its name or the beginning of its name. */
function monthOfName(text: string, locale: string): number | undefined {
  const wanted = text.toLowerCase();
  if (wanted === '') return undefined;
  for (const language of [locale, 'en']) {
    const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month++)
      if (
        format(Date.UTC(2026, month - 1))
          .toLowerCase()
          .startsWith(wanted)
      )
        return month;
  }
  return undefined;
}

function latest(month: number, date: number, year: string | undefined, today: string): string | undefined {
  const of = (some: number) => `${some}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  const present = Number(today.slice(0, 4));
  const day = of(year ? Number(year) : of(present) <= today ? present : present - 1);
  return isDay(day) ? day : undefined;
}
