import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/**
 * Every limit, lifetime and factor that a file of `functions/` or `schemas/` names, as one reviewed list. Tests of time
 * and size inject small values of their own, so that only this list notices a slip in the value that ships.
 */

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

function constantsOf(file: string): string[] {
  const { body } = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'es2022' });
  const known = new Map<string, unknown>();
  for (const item of body) {
    const statement = (item.type === 'ExportDeclaration' ? item.declaration : item) as unknown as Node;
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations) {
      const value = numberIn(init, known);
      const names =
        id.type === 'ArrayPattern' ? id.elements.map((each: Node) => each.value).join() : id.value;
      if (value !== undefined) known.set(names, value);
    }
  }
  return [...known]
    .filter(([, value]) => hasNumber(value))
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
}

test.each(['functions', 'schemas'])('constants of %s', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort();
  const lines = files.flatMap((file) => constantsOf(file).map((constant) => `${file}: ${constant}`));
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});
