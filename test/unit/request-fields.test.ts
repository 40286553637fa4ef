import { requests } from '../../schemas/index.ts';

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  properties?: Record<string, Schema | boolean>;
  items?: Schema;
}

/** Messages of acquirers, which Florin's own adapters make. */
const inside = ['disputeOpened', 'disputeResolved', 'fraudReported'];

/** Every field of every request with the rules for its values, as `capture.amount`. */
const fields = Object.entries(requests)
  .filter(([name]) => !inside.includes(name))
  .flatMap(([name, schema]) => fieldsOf(name, schema as Schema));

function fieldsOf(name: string, schema: Schema | boolean): [name: string, schema: Schema][] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, items } = schema;
  return [
    [name, schema],
    ...Object.entries(properties).flatMap(([inner, property]) => fieldsOf(`${name}.${inner}`, property)),
    ...(items ? fieldsOf(`${name}[]`, items) : []),
  ];
}

const namesOf = (found: typeof fields) => found.map(([name]) => name);

test('each text of a request has a limit, a pattern or a list of values', () => {
  const texts = fields.filter(([, { type, enum: values }]) => type === 'string' && !values);
  expect(texts.length).toBeGreaterThan(50);
  const open = texts.filter(
    ([, { maxLength, pattern }]) => maxLength === undefined && !pattern?.endsWith('$'),
  );
  // A card number or a security code, by its type, and a file, whose request has a limit.
  expect(namesOf(open)).toEqual(['vaultCreate.value', 'evidenceSubmit.files[].content']);
});

test('each number of a request has both bounds or a list of values', () => {
  const numbers = fields.filter(
    ([, { type, enum: values }]) => (type === 'integer' || type === 'number') && !values,
  );
  expect(numbers.length).toBeGreaterThan(10);
  const open = numbers.filter(([, { minimum, maximum }]) => minimum === undefined || maximum === undefined);
  expect(namesOf(open)).toEqual([]);
});

test('each list of a request has a limit', () => {
  const lists = fields.filter(([, { type }]) => type === 'array');
  expect(lists.length).toBeGreaterThan(3);
  expect(namesOf(lists.filter(([, { maxItems }]) => maxItems === undefined))).toEqual([]);
});

test.each(['increment', 'capture', 'refund', 'void', 'transactionCreate', 'linkCreate'] as const)(
  '%s requires an amount of 1 to 10^12 minor units',
  (name) => {
    const { required, properties } = requests[name];
    expect(required).toContain('amount');
    expect(properties.amount).toMatchObject({ type: 'integer', minimum: 1, maximum: 1_000_000_000_000 });
  },
);

test('a customer’s payment requires a whole number of at least 1 with an exponent, if it has an amount', () => {
  for (const name of ['payment', 'codeCreate'] as const) {
    const { required, properties } = requests[name].properties.amount;
    expect(required).toEqual(['currency', 'exponent', 'value']);
    expect(properties.value).toMatchObject({ type: 'integer', minimum: 1 });
    expect(properties.exponent).toMatchObject({ type: 'integer', minimum: 0, maximum: 12 });
  }
});
