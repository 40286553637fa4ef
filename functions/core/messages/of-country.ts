import { type LanguageName, languages } from './languages.ts';

interface Language {
  name: LanguageName;
  /** Tag of the language and the country: how numbers and dates are written. */
  locale: string;
}

/** The language that most people of a country speak, or English if Florin does not. @param country ISO 3166-1 alpha-2 */
export function languageOfCountry(country: string): Language {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  const spoken = language === 'no' || language === 'nn' ? 'nb' : language;
  const name = languages.find((one) => one === spoken) ?? 'en';
  return { name, locale: `${name}-${country}` };
}
