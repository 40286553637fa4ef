import fc from 'fast-check';
import { parseParams } from '../../../functions/core/http-auth/params.ts';

const parsed = (text: string) => {
  const params = parseParams(text);
  return params && Object.fromEntries(params);
};

test.each<[string, object | undefined]>([
  ['', {}],
  ['a=1', { a: '1' }],
  ['a=1,b=2', { a: '1', b: '2' }],
  ['A = 1 ,\tB="2"', { a: '1', b: '2' }],
  [', a=1,, b=2 ,', { a: '1', b: '2' }],
  ['a="x, y=\\"z\\" \\\\"', { a: 'x, y="z" \\' }],
  ['a=""', { a: '' }],
  ['a="ü"', { a: 'ü' }],
  ['constructor=1, __proto__=2', { constructor: '1', ['__proto__']: '2' }],
  ['a=1 b=2', undefined],
  ['a=1; b=2', undefined],
  ['a', undefined],
  ['=1', undefined],
  ['a="1', undefined],
  ['a="1\\"', undefined],
  ['a=1"', undefined],
  ['a="1"x', undefined],
  ['a=/x', undefined],
  ['a=1, a=2', undefined],
  ['a=1, A=1', undefined],
  ['a=1, "', undefined],
])('parseParams reads %s, or refuses it if it is malformed', (text, expected) => {
  expect(parsed(text)).toEqual(expected);
});

test('any quoted value is read as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const quoted = value.replace(/["\\]/g, '\\$&');
      fc.pre(!/[\r\n\u2028\u2029]/.test(value));
      expect(parsed(`a="${quoted}", b=1`)).toEqual({ a: value, b: '1' });
    }),
  );
});

test('parseParams is fast even for texts made to be slow', () => {
  const before = process.cpuUsage();
  for (const text of [
    `a="${'\\"'.repeat(50_000)}`,
    ' '.repeat(100_000),
    ', '.repeat(50_000),
    `a=${'1'.repeat(100_000)}"`,
    'a=1,'.repeat(25_000),
    `${'a'.repeat(100_000)} `,
  ]) {
    parseParams(text);
  }
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
