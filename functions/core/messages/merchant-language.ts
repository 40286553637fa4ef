import { type LanguageName, languages } from './languages.ts';

/** Countries with several official languages of ours: guessing one of them would be wrong for many merchants. */
const multilingual = ['BE', 'CH', 'LU'];

/**
 * The language to write to a merchant in: the one that most people of the company's country read, or English.
 *
 * @param country two letters (ISO 3166-1)
 */
export function merchantLanguage(country: string | undefined): LanguageName {
  if (!country || !/^[A-Z]{2}$/.test(country) || multilingual.includes(country)) return 'en';
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  const name = language === 'no' ? 'nb' : language;
  const known = (tag: string) => languages.find((one) => one === tag);
  return known(`${name}-${country}`) ?? known(name) ?? 'en';
}

/** How numbers and dates are written to a merchant: the tag of the language and the country, `da-DK`. */
export function merchantLocale(country: string): string {
  const language = merchantLanguage(country);
  return language.includes('-') ? language : `${language}-${country}`;
}
