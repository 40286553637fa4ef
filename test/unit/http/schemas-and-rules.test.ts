import fc from 'fast-check';
import { merchantFaults } from '../../../functions/core/domain/merchants/merchant.ts';
import type { Fault } from '../../../functions/core/domain/outcome.ts';
import { linkFaults } from '../../../functions/core/domain/transactions/link.ts';
import { webhookFaults } from '../../../functions/core/domain/webhooks/webhook.ts';
import { coerce } from '../../../functions/core/http/body/coercion.ts';
import { faultsOf, type Validator } from '../../../functions/core/http/body/validate.ts';
import { checkBody, meansFaults, type PaymentBody } from '../../../functions/payments/payment-body.ts';
import { orderFaults } from '../../../functions/transactions/order-faults.ts';
import { requests } from '../../../schemas/index.ts';
import { same } from '../same.ts';
import { compileValidators } from './validators.ts';

interface Node {
  type?: string;
  properties?: Record<string, Node | false>;
  items?: Node;
  enum?: readonly string[];
  maxItems?: number;
  minItems?: number;
  maxLength?: number;
}

/** The rules that the handlers add to the schemas. */
const rules: Record<string, (body: never) => Fault[]> = {
  merchantCreate: merchantFaults,
  merchantUpdate: merchantFaults,
  linkCreate: linkFaults,
  webhookCreate: webhookFaults('public'),
  webhookUpdate: webhookFaults('any'),
  payment: meansFaults,
  transactionCreate: orderFaults,
};

let validators: Record<string, Validator>;
beforeAll(async () => {
  validators = await compileValidators();
});

const strangeNames = ['__proto__', 'constructor', 'hasOwnProperty', 'length', '', '0', 'a/b', '~1'];

const wrong = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    false,
    0,
    -1,
    1.5,
    1e300,
    '',
    'x',
    'constructor',
    '💳',
    '\u0001',
    [],
    {},
    [[]],
    [null],
  ),
  fc.string({ maxLength: 300 }),
  fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom(...strangeNames), fc.anything({ maxDepth: 1 })),
);

/** Makes values close to a schema, in which each part may be right, wrong, missing or too long. */
function near(schema: Node | false): fc.Arbitrary<unknown> {
  if (schema === false) return wrong;
  const { properties, items, type } = schema;
  if (properties)
    return fc.oneof({ weight: 6, arbitrary: objectOf(properties) }, { weight: 1, arbitrary: wrong });
  if (type === 'array') {
    const { maxItems = 3 } = schema;
    const item = near(items ?? {});
    return fc.oneof(
      fc.array(item, { maxLength: maxItems }),
      fc.array(item, { minLength: maxItems + 1, maxLength: maxItems + 3 }),
      wrong,
    );
  }
  const right: unknown[] = [...(schema.enum ?? [])];
  if (type === 'integer') right.push(1, 2030, 10 ** 13);
  if (type === 'boolean') right.push(true);
  if (type === 'string')
    right.push(
      'EUR',
      '2030-01-01T00:00:00Z',
      'a'.repeat(24),
      'https://a.example',
      'x'.repeat((schema.maxLength ?? 10) + 1),
    );
  return fc.oneof(fc.constantFrom(...(right.length > 0 ? right : [{}])), wrong);
}

function objectOf(properties: Record<string, Node | false>): fc.Arbitrary<unknown> {
  const named = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, near(inner)]));
  return fc
    .tuple(
      fc.record(named, { requiredKeys: [] }),
      fc.dictionary(fc.constantFrom(...strangeNames), fc.anything({ maxDepth: 1 }), { maxKeys: 2 }),
    )
    .map(([known, strange]) => {
      const object: Record<string, unknown> = { ...known };
      for (const [name, value] of Object.entries(strange))
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
      return object;
    });
}

/** Every list of a schema, by its path. */
function listsIn(schema: Node | false, path: string[] = []): string[][] {
  if (schema === false) return [];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, node]) =>
    listsIn(node, [...path, name]),
  );
  return schema.type === 'array' ? [path, ...inner] : inner;
}

const checked = (name: string, body: unknown, encoding: 'json' | 'form' = 'json') => {
  const validator = { ...(validators[name] as Validator), rules: rules[name] };
  return faultsOf(validator, coerce(body, validator.schema, encoding));
};

const fieldName = /^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z0-9:_]+)*$|^filter\[[a-z0-9]+\]$/;
const sentence = /^[A-Z].+/;

const names = Object.keys(requests) as (keyof typeof requests)[];

test.each(names)(
  '%s: the errors of any body have field names and sentences, without an exception',
  (name) => {
    fc.assert(
      fc.property(
        objectOf((requests[name] as Node).properties ?? {}),
        fc.constantFrom('json', 'form'),
        (body, encoding) => {
          const faults = checked(name, body, encoding as 'json');
          for (const { field, message } of faults) {
            if (!fieldName.test(field)) expect(field).toMatch(fieldName);
            if (!sentence.test(message)) expect(message).toMatch(sentence);
          }
          same(new Set(faults.map(({ field }) => field)).size, faults.length);
          if (faults.length > 100) expect(faults).toHaveLength(100);
        },
      ),
      { numRuns: 300 },
    );
  },
);

test.each(
  names.flatMap((name) => listsIn(requests[name] as Node).map((path) => [name, path.join('.')] as const)),
)('%s.%s: a list that is too long and has wrong items is reported as an error of the list', (name, list) => {
  const path = list.split('.');
  for (const item of [null, {}, [], 1, 'x', { text: 1 }, { __proto__: null }])
    for (const length of [101, 150, 5_000]) {
      const items = Array.from({ length }, () => item);
      const body = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), items);
      expect(checked(name, body).map(({ field }) => field)).toContain(list);
    }
});

test.each([
  ['=?utf-8?q?victim=40shop.example=3e?=@evil.example', false],
  ['=?utf-8?b?dmljdGlt?=@evil.example', false],
  ['a=?b@shop.example', false],
  ['bounce=ann=shop.example@lists.example', true],
  ['?=ann?@shop.example', true],
  ['ann+a=b@shop.example', true],
])(
  '%s is an e-mail address: %p because a mail server may read an encoded word as another address',
  (email, is) => {
    expect(checked('signIn', { email })).toHaveLength(is ? 0 : 1);
  },
);

const money = (value: number, exponent = 2, currency = 'EUR') => ({ currency, exponent, value });
const card = { number: { token: 'n' }, expiry: { month: 1, year: 2030 }, code: { token: 'c' } };

/** The fields of a payment in which `checkBody` finds faults. */
function paymentFaults(over: object): string[] {
  try {
    checkBody({ integration: { key: 'k' }, card, ...over } as PaymentBody);
    return [];
  } catch (error) {
    return (error as { faults: Fault[] }).faults.map(({ field }) => field);
  }
}

test.each<[object, string[]]>([
  [{ amount: money(10 ** 12) }, []],
  [{ amount: money(10 ** 12 + 1) }, ['amount']],
  [{ amount: money(10 ** 10 + 1, 0) }, ['amount']],
  [{ amount: money(1, 2, 'XXQ') }, ['amount.currency']],
  [
    { test: { card: { limit: money(10 ** 12 + 1), balance: money(10 ** 12 + 1) } } },
    ['test.card.limit', 'test.card.balance'],
  ],
  [{ test: { card: { limit: money(10 ** 12), balance: money(0) } } }, []],
  [{ text: 'Tea', custom: 1, plan: [], unplanned: {}, capture: false }, []],
  [
    { linkId: 'l', text: 'Tea', custom: 1, plan: [], unplanned: {}, capture: false },
    ['text', 'custom', 'plan', 'unplanned', 'capture'],
  ],
  [{ linkId: 'l', save: true }, []],
  [{ save: true }, ['save']],
  [{ linkId: 'l', save: true, card: { saved: 'c', code: card.code } }, ['save']],
  [{ linkId: 'l', card: { ...card, saved: 'c' } }, ['card.saved']],
])('the payment %j has errors in %j', (over, fields) => {
  expect(paymentFaults(over)).toEqual(fields);
});

test('the data of a payment have at most 50 KB as JSON', () => {
  const text = (bytes: number) => 'x'.repeat(bytes - '""'.length);
  const [most, more] = [text(50 * 1024), text(50 * 1024 + 1)];
  expect(paymentFaults({ custom: most, plan: most })).toEqual([]);
  expect(paymentFaults({ custom: more, plan: more })).toEqual(['custom', 'plan']);
});
