import { type LanguageName, languages } from './languages.ts';

/**
 * Countries with several official languages that Florin has. A guess would be wrong for many merchants, so they get
 * English.
 */
const multilingual = ['BE', 'CH', 'LU'];

/**
 * Chooses the language for mails to a merchant: the language that most people in the company's country read, or
 * English.
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

/** The locale for numbers and dates in mails to a merchant: language and country, `da-DK`. */
export function merchantLocale(country: string): string {
  const language = merchantLanguage(country);
  return language.includes('-') ? language : `${language}-${country}`;
}
