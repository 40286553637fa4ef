import fc from 'fast-check';
import { jsonFault } from '../../../functions/core/http/json-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** V8 says where, in the messages that do not quote the text. */
function positionOf(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = / at position (\d+)/.exec((error as Error).message)?.[1];
    return position === undefined ? undefined : Number(position);
  }
}

test.each([
  ['', 0],
  ['nope', 0],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ["{'a':1}", 1],
  ['[1 2]', 3],
  ['[1,]', 3],
  ['{"a":1', 6],
  ['{"a":"x', 5],
  ['{} x', 3],
  ['{"a":01}', 6],
  [' {"a":[{"b":tru}]}', 12],
])('%s is no JSON from %i on', (text, position) => {
  expect(isJson(text)).toBe(false);
  expect(jsonFault(text)).toBe(position);
});

test('it finds a fault exactly where there is one', () => {
  const changes = fc.array(
    fc.tuple(fc.nat(), fc.constantFrom('', '"', ',', ':', '{', '}', '[', ']', '1', '\\', '\n', 'x')),
    { maxLength: 2 },
  );
  fc.assert(
    fc.property(fc.json(), changes, (json, changes) => {
      let text = json;
      for (const [at, by] of changes) {
        const place = at % (text.length + 1);
        text = text.slice(0, place) + by + text.slice(place + (at % 2));
      }
      const found = jsonFault(text);
      expect(found === undefined).toBe(isJson(text));
      if (found === undefined) return;
      expect(found).toBeLessThanOrEqual(text.length);
      // Of a text or a number that does not end V8 tells the place inside it, we where it begins.
      const position = positionOf(text);
      if (position !== undefined) expect(found).toBeLessThanOrEqual(position);
    }),
    { numRuns: 3000 },
  );
});

test('deep and long texts', () => {
  expect(jsonFault('['.repeat(200_000))).toBe(200_000);
  expect(jsonFault('{"a":'.repeat(50_000))).toBe(250_000);
  expect(jsonFault(`"${'\\n'.repeat(100_000)}"`)).toBeUndefined();
  expect(jsonFault(`"${'x'.repeat(250_000)}`)).toBe(0);
});
