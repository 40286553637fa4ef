import { merchantLanguage } from '#messages/merchant-language.ts';

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
