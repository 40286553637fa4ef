import { firstCharacters } from '#basics/first-characters.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 3, 'ab😀'],
  ['ab😀d', 3, 'ab😀'],
  ['a😀😀😀', 3, 'a😀😀'],
  ['😀😀😀😀', 3, '😀😀😀'],
])('the first characters of %j, at most %i of them, are %j', (text, most, beginning) => {
  expect(firstCharacters(text, most)).toBe(beginning);
});
