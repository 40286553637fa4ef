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
])('a merchant in %s is written to in %s', (country, language) =>
  expect(merchantLanguage(country)).toBe(language),
);

test.each([
  ['DK', 'da-DK'],
  ['NO', 'nb-NO'],
  ['AT', 'de-AT'],
  ['BR', 'pt-BR'],
  ['JP', 'en-JP'],
])('numbers and dates to a company in %s are written as in %s', (country, locale) => {
  expect(merchantLocale(country)).toBe(locale);
});
