import fc from 'fast-check';
import { printJson } from '#basics/print-json.ts';

test('a BigInt is printed as its digits, at any depth', () => {
  const balance = 2n ** 70n;
  expect(printJson({ balance, list: [{ of: [-balance] }], text: `"${balance}"` })).toBe(
    '{"balance":1180591620717411303424,"list":[{"of":[-1180591620717411303424]}],"text":"\\"1180591620717411303424\\""}',
  );
});

test('every other value is printed as JSON.stringify prints it, beside a BigInt too', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.bigInt(), (value, number) => {
      expect(printJson(value)).toBe(JSON.stringify(value));
      expect(printJson([number, value])).toBe(`[${number},${JSON.stringify(value)}]`);
    }),
  );
});

test('printJson throws a TypeError for an object that contains itself', () => {
  const round: Record<string, unknown> = {};
  round.itself = round;
  expect(() => printJson(round)).toThrow(TypeError);
});
