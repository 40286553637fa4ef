import fc from 'fast-check';
import { printJson } from '#basics/print-json.ts';

test('a BigInt is printed as its digits, at any depth', () => {
  const balance = 2n ** 70n;
  expect(printJson({ balance, list: [{ of: [-balance] }], text: `"${balance}"` })).toBe(
    '{"balance":1180591620717411303424,"list":[{"of":[-1180591620717411303424]}],"text":"\\"1180591620717411303424\\""}',
  );
});

test('whatever is beside it is printed as JSON prints it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.bigInt(), (value, number) => {
      expect(printJson(value)).toBe(JSON.stringify(value));
      expect(printJson([number, value])).toBe(`[${number},${JSON.stringify(value)}]`);
    }),
  );
});

test('what JSON cannot print is an error still', () => {
  const round: Record<string, unknown> = {};
  round.itself = round;
  expect(() => printJson(round)).toThrow(TypeError);
});
