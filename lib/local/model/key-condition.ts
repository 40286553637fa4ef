import type { Attribute, Attributes, Input } from './protocol.ts';

/** Compares keys of one type in DynamoDB's order. */
export function compareKeys(a: Attribute | undefined, b: Attribute | undefined): number {
  if (a?.N !== undefined && b?.N !== undefined) return Number(a.N) - Number(b.N);
  if (a?.B !== undefined && b?.B !== undefined)
    return Buffer.compare(Buffer.from(a.B, 'base64'), Buffer.from(b.B, 'base64'));
  return Buffer.compare(Buffer.from(a?.S ?? ''), Buffer.from(b?.S ?? ''));
}

type Test = (item: Attributes) => boolean;

interface Condition {
  holds: Test;
  equals(attribute: string): Attribute | undefined;
  /** The key that is compared with an empty text, if there is one. DynamoDB refuses that, also as a prefix. */
  empty: string | undefined;
  /** The attributes that are compared, and with what. */
  compared: readonly [attribute: string, value: Attribute | undefined][];
}

/** One of the expression's terms: `begins_with(sk, :x)`, `sk BETWEEN :x AND :y`, `sk >= :x`. */
const term =
  /begins_with\s*\(\s*([#\w]+)\s*,\s*(:\w+)\s*\)|([#\w]+)\s+BETWEEN\s+(:\w+)\s+AND\s+(:\w+)|([#\w]+)\s*(<=|>=|=|<|>)\s*(:\w+)/gi;

/** Reads the key condition of a query. */
export function keyCondition({
  KeyConditionExpression = '',
  ExpressionAttributeNames: names = {},
  ExpressionAttributeValues: values = {},
}: Input): Condition {
  const tests: Test[] = [];
  const equal = new Map<string, Attribute | undefined>();
  const compared: [string, Attribute | undefined][] = [];
  const given = (attribute: string, value = '') => {
    compared.push([attribute, values[value]]);
    return values[value];
  };
  const nameOf = (name = '') => (name.startsWith('#') ? (names[name] ?? name) : name);
  for (const [, begun, start, ranged, low, high, ordered, sign, value] of KeyConditionExpression.matchAll(
    term,
  )) {
    if (begun) {
      const name = nameOf(begun);
      const prefix = given(name, start)?.S ?? '';
      tests.push((item) => (item[name]?.S ?? '').startsWith(prefix));
    } else if (ranged) {
      const name = nameOf(ranged);
      const [least, most] = [given(name, low), given(name, high)];
      tests.push((item) => compareKeys(item[name], least) >= 0 && compareKeys(item[name], most) <= 0);
    } else {
      const name = nameOf(ordered);
      const wanted = given(name, value);
      if (sign === '=') equal.set(name, wanted);
      tests.push((item) => accepts(sign ?? '=', compareKeys(item[name], wanted)));
    }
  }
  return {
    holds: (item) => tests.every((test) => test(item)),
    equals: (attribute) => equal.get(attribute),
    empty: compared.find(([, value]) => value?.S === '')?.[0],
    compared,
  };
}

function accepts(sign: string, order: number): boolean {
  if (order === 0) return sign.includes('=');
  return sign.startsWith(order < 0 ? '<' : '>');
}
