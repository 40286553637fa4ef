import { merchantLanguage, merchantLocale } from '#messages/merchant-language.ts';

test.each([
  ['DK', 'da'],
  ['NO', 'nb'],
  ['SE', 'sv'],
  ['AT', 'de'],
  ['CY', 'el'],
  ['CZ', 'cs'],
  ['PT', 'pt'],
  ['BR', 'pt-BR'],
  ['IE', 'en'],
  ['MT', 'en'],
  ['BE', 'en'],
  ['CH', 'en'],
  ['JP', 'en'],
  ['XX', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('the language of mails to a merchant in %s is %s', (country, language) =>
  expect(merchantLanguage(country)).toBe(language),
);

test.each([
  ['DK', 'da-DK'],
  ['NO', 'nb-NO'],
  ['AT', 'de-AT'],
  ['BR', 'pt-BR'],
  ['JP', 'en-JP'],
])('the locale of numbers and dates for a company in %s is %s', (country, locale) => {
  expect(merchantLocale(country)).toBe(locale);
});
