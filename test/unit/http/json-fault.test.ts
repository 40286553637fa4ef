import fc from 'fast-check';
import { jsonFault } from '../../../functions/core/http/errors/json-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The position of the fault, if V8's message has it. Messages that quote the text have no position. */
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
])('%s has its first error as JSON at position %i', (text, position) => {
  expect(isJson(text)).toBe(false);
  expect(jsonFault(text)).toBe(position);
});

test('jsonFault finds an error exactly in texts that JSON.parse refuses', () => {
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
      // For an unfinished string or number, V8 gives a position inside of it, and `jsonFault` gives its start.
      const position = positionOf(text);
      if (position !== undefined) expect(found).toBeLessThanOrEqual(position);
    }),
    { numRuns: 3000 },
  );
});

test('jsonFault handles deep and long texts', () => {
  expect(jsonFault('['.repeat(200_000))).toBe(200_000);
  expect(jsonFault('{"a":'.repeat(50_000))).toBe(250_000);
  expect(jsonFault(`"${'\\n'.repeat(100_000)}"`)).toBeUndefined();
  expect(jsonFault(`"${'x'.repeat(250_000)}`)).toBe(0);
});
