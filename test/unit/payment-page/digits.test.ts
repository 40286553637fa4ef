import { digitsIn, withLatinDigits } from '../../../functions/payment-page/client/basics/digits.ts';

test.each([
  ['full-width', '４１００ ００００'],
  ['Arabic-Indic', '٤١٠٠ ٠٠٠٠'],
  ['Eastern Arabic', '۴۱۰۰ ۰۰۰۰'],
  ['Devanagari', '४१०० ००००'],
  ['Bengali', '৪১০০ ০০০০'],
  ['Thai', '๔๑๐๐ ๐๐๐๐'],
  ['mathematical bold', '𝟒𝟏𝟎𝟎 𝟎𝟎𝟎𝟎'],
  ['Latin', '4100 0000'],
])('%s digits are read', (_, text) => {
  expect(withLatinDigits(text)).toBe('4100 0000');
  expect(digitsIn(text)).toBe('41000000');
});

test('every decimal digit of Unicode is read', () => {
  const all: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) all.push(character);
  }
  expect(all.length).toBeGreaterThan(600);
  expect(withLatinDigits(all.join(''))).toBe('0123456789'.repeat(all.length / 10));
});

test('other text stays unchanged and is ignored among digits', () => {
  expect(withLatinDigits('½ ² Ⅳ 四 x')).toBe('½ ² Ⅳ 四 x');
  expect(digitsIn('½ ² Ⅳ 四 x')).toBe('');
});
