import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { day, daySeconds, hour, minute } from '#basics/time.ts';

/**
 * The constants on which money depends, and the bounds against abuse, as one reviewed list: fees, units and minimums of
 * currencies, lifetimes of keys and authorizations, retries towards acquirers, quotas. Tests of time inject small values of their
 * own, so that only this list notices a slip in the value that ships.
 */
const places = [
  'functions/console/client/movements/',
  'functions/console/till-device.ts',
  'functions/core/acquirer/',
  'functions/core/aws/call.ts',
  'functions/core/basics/time.ts',
  'functions/core/domain/cards/',
  'functions/core/domain/console/passkey.ts',
  'functions/core/domain/console/session.ts',
  'functions/core/domain/console/step-up.ts',
  'functions/core/domain/console/till.ts',
  'functions/core/domain/disputes/',
  'functions/core/domain/ledger/',
  'functions/core/domain/mail/mail-quotas.ts',
  'functions/core/domain/merchants/unvouched-merchant.ts',
  'functions/core/domain/money/',
  'functions/core/domain/transactions/',
  'functions/core/domain/webhooks/',
  'functions/core/http/body/',
  'functions/core/http/request/',
  'functions/core/http-auth/',
  'functions/core/idempotency/',
  'functions/core/store/cards/',
  'functions/core/store/console/',
  'functions/core/store/ledger/',
  'functions/core/store/mail/',
  'functions/core/store/merchants/',
  'functions/core/store/table/',
  'functions/core/store/transactions/',
  'functions/core/store/webhooks/',
  'functions/core/usecases/',
  'functions/core/vault/',
  'functions/core/webhooks/',
  'functions/disputes/',
  'functions/jobs/',
  'functions/payment-page/client/attempt/',
  'functions/payments/get-code.ts',
  'functions/webhooks/',
];

/** Names of constants that change speed or layout alone: how many items are read at the same time, and empty sums. */
const harmless =
  /^(\w*AtOnce|atOnce|parts,atOnce|page|pageSize|batch\w*|readingTime|no[A-Z]\w*|nothing|frames|flags\w*|beginning|table) = /;

interface Node {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tree has many kinds of nodes
  [key: string]: any;
}

/** The value of an expression of numbers, booleans and known constants, if it can be computed. */
function numberIn(node: Node | undefined, known: ReadonlyMap<string, unknown>): unknown {
  const inner = (part: Node | undefined) => numberIn(part, known);
  switch (node?.type) {
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return node.value;
    case 'UnaryExpression': {
      const value = inner(node.argument);
      return node.operator === '-' && typeof value === 'number' ? -value : undefined;
    }
    case 'NewExpression':
      return someOf((node.arguments ?? []).map(({ expression }: Node) => inner(expression)));
    case 'Identifier':
      return known.get(node.value);
    case 'BinaryExpression': {
      const [left, right] = [inner(node.left), inner(node.right)];
      if (typeof left !== 'number' || typeof right !== 'number') return undefined;
      if (node.operator === '*') return left * right;
      if (node.operator === '**') return left ** right;
      return node.operator === '+' ? left + right : node.operator === '-' ? left - right : undefined;
    }
    case 'TsConstAssertion':
    case 'TsAsExpression':
    case 'TsSatisfiesExpression':
    case 'ParenthesisExpression':
      return inner(node.expression);
    case 'ArrayExpression':
      return someOf(node.elements.map((element: Node | null) => inner(element?.expression)));
    case 'ObjectExpression': {
      const entries = node.properties
        .filter(({ type }: Node) => type === 'KeyValueProperty')
        .map(({ key, value }: Node) => [key.value, inner(value)])
        .filter(([, value]: unknown[]) => value !== undefined);
      return entries.length > 0 ? Object.fromEntries(entries) : undefined;
    }
    default:
      return undefined;
  }
}

const someOf = (values: unknown[]): unknown[] | undefined =>
  values.some((value) => value !== undefined) ? values : undefined;

const hasNumber = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasNumber));

/** Finds the values in an expression that a top-level constant does not name. */
function valuesIn(node: unknown, known: ReadonlyMap<string, unknown>, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const each of node) valuesIn(each, known, found);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return found;
  const { type, operator, left, right, key, value } = node as Node;
  const add = (name: string, from: Node | undefined) => {
    const number = numberIn(from, known);
    if (typeof number === 'number' && number > 1) found.push(`${name} = ${number}`);
    return typeof number === 'number';
  };
  if (type === 'BinaryExpression' && operator === '*' && add('a product', node as Node)) return found;
  if (type === 'BinaryExpression' && (operator === '??' || operator === '||')) add('a fallback', right);
  if (type === 'AssignmentPattern') add(`the default of ${left.value}`, right);
  if (type === 'AssignmentPatternProperty') add(`the default of ${key.value}`, value);
  for (const [name, inner] of Object.entries(node)) if (name !== 'span') valuesIn(inner, known, found);
  return found;
}

/** The durations that other files import. */
const durations = new Map(Object.entries({ minute, hour, day, daySeconds }));

function constantsOf(file: string): string[] {
  const tsx = file.endsWith('.tsx');
  const { body } = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx, target: 'es2022' });
  const known = new Map<string, unknown>();
  const single = new Map<string, unknown>();
  const rest: unknown[] = [];
  for (const item of body) {
    if (item.type === 'ImportDeclaration' && item.source.value === '#basics/time.ts')
      for (const { local } of item.specifiers) single.set(local.value, durations.get(local.value));
    const statement = (item.type === 'ExportDeclaration' ? item.declaration : item) as unknown as Node;
    if (statement.type !== 'VariableDeclaration') {
      rest.push(statement);
      continue;
    }
    for (const { id, init } of statement.declarations) {
      const value = numberIn(init, single);
      const all =
        id.type === 'ArrayPattern' ? id.elements.map((each: Node | null) => each?.value) : [id.value];
      if (value === undefined || !hasNumber(value)) {
        rest.push(init);
        continue;
      }
      known.set(all.join(), value);
      all.forEach((name: string, index: number) => {
        single.set(name, all.length === 1 ? value : (value as unknown[])[index]);
      });
    }
  }
  return [
    ...[...known].map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    ...valuesIn(rest, single),
  ];
}

test('the constants of money, and the bounds against abuse, are those of the snapshot', () => {
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join('functions', name).replaceAll('\\', '/'))
    .filter((file) => places.some((place) => file.startsWith(place)))
    .sort();
  const lines = files.flatMap((file) =>
    constantsOf(file).flatMap((constant) => (harmless.test(constant) ? [] : `${file}: ${constant}`)),
  );
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot(
    'if each change is meant: npx jest --selectProjects unit -u -- shipped-values',
  );
});
