import fc from 'fast-check';
import { coerce } from '#http/body/coercion.ts';

const integer = { properties: { amount: { type: 'integer' } } };

const coerced = (amount: number, schema = integer) => coerce({ amount }, schema, 'json');

test('every price times 10, 100 or 1000 becomes the integer that the shop means', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.constantFrom(10, 100, 1000), (amount, factor) => {
      expect(coerced((amount / factor) * factor)).toEqual({ amount });
    }),
  );
});

test.each([1.5, 1998.999999999, 0.1, 1e-20, -1998.9999999999998, 1e20, Number.MAX_VALUE])(
  'the number %d stays as it is',
  (amount) => {
    expect(coerced(amount)).toEqual({ amount });
  },
);

test('a product of a price is not rounded in fields that may have decimals', () => {
  const product = 19.99 * 100;
  expect(coerced(product, { properties: { amount: { type: 'number' } } })).toEqual({ amount: product });
});

test('a list that is too long keeps one item too many, so that Florin does not check millions of wrong items', () => {
  const schema = { properties: { files: { type: 'array', maxItems: 5, items: { type: 'object' } } } };
  for (const [given, kept] of [
    [5, 5],
    [6, 6],
    [100_000, 6],
  ] as const)
    expect(coerce({ files: Array(given).fill(0) }, schema, 'json')).toEqual({ files: Array(kept).fill(0) });
});

test('in JSON only a text of digits counts as an integer, and in typed JSON no text does', () => {
  const schema = {
    properties: { amount: { type: 'integer' }, live: { type: 'boolean' }, name: { type: 'string' } },
  };
  const read = (value: object, encoding: 'json' | 'typed') => coerce(value, schema, encoding);
  expect(read({ amount: '1999', live: 'yes', name: '7' }, 'json')).toEqual({
    amount: 1999,
    live: 'yes',
    name: '7',
  });
  for (const amount of ['19.99', '1999.0', '1e3', '0x10', ' 1', '1 ', '+1', '', '１', '9'.repeat(17)])
    expect(read({ amount }, 'json')).toEqual({ amount });
  expect(read({ amount: '1999' }, 'typed')).toEqual({ amount: '1999' });
  expect(read({ amount: 1998.9999999999998 }, 'typed')).toEqual({ amount: 1999 });
});

test('null, the default of a field, and false in any other field than a boolean count as absent', () => {
  const properties = {
    ...{
      descriptor: { type: 'string', default: '' },
      live: { type: 'boolean' },
      amount: { type: 'integer' },
    },
    ...{ text: { type: 'string' }, custom: {} },
  };
  const read = (value: unknown) =>
    coerce(Object.fromEntries(Object.keys(properties).map((name) => [name, value])), { properties }, 'json');
  expect(read(null)).toEqual({});
  expect(read(false)).toEqual({ live: false, custom: false });
  expect(read('')).toEqual({ live: '', amount: '', text: '', custom: '' });
  expect(coerce({ unknown: 1 }, { properties }, 'json')).toEqual({});
});
