import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { canonical } from '../../../functions/core/basics/canonical.ts';

test('two values have the same canonical text exactly if they are equal, in any order of keys', () => {
  // JSON has no -0.
  const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(canonical(a) === canonical(b)).toBe(isDeepStrictEqual(a, b));
      expect(canonical(turn(a))).toBe(canonical(a));
      expect(JSON.parse(canonical(a))).toEqual(a);
    }),
  );
});

function turn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, turn(inner)]),
  );
}

test('canonical differs for an object and a list of pairs, and for a missing field and null', () => {
  expect(canonical({ a: 1 })).not.toBe(canonical([['a', 1]]));
  expect(canonical({ a: undefined, b: 1 })).toBe(canonical({ b: 1 }));
  expect(canonical({ a: null })).not.toBe(canonical({}));
});
