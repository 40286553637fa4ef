import { parseSync } from '@swc/core';

/** A realistic slip: the text between two byte offsets of a file, and what it becomes. */
export interface Mutant {
  start: number;
  end: number;
  replacement: string;
  kind: string;
}

interface Node {
  type: string;
  span: { start: number; end: number };
  // biome-ignore lint/suspicious/noExplicitAny: the tree has many kinds of nodes
  [key: string]: any;
}

const otherOperator: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
};

/**
 * Finds every place of a TypeScript file where one small change would be a plausible bug: a turned comparison, a constant
 * ten times as large, a condition negated, a call or a guard left out, an `await` forgotten.
 */
export function findMutants(source: string): Mutant[] {
  const bytes = Buffer.from(source);
  const module = parseSync(source, { syntax: 'typescript', target: 'es2022' }) as unknown as Node;
  // The parser counts on from the files before; a leading comment is outside the module's span.
  const lead = Buffer.byteLength(/^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(source)?.[0] ?? '');
  const base = module.span.start - lead;
  const text = (node: Node) => bytes.subarray(node.span.start - base, node.span.end - base).toString();
  const mutants: Mutant[] = [];
  const add = (node: Node, replacement: string, kind: string) =>
    mutants.push({ start: node.span.start - base, end: node.span.end - base, replacement, kind });

  const visitors: Record<string, (node: Node) => void> = {
    BinaryExpression(node) {
      const other = otherOperator[node.operator];
      if (other)
        add(node, `(${text(node.left)} ${other} ${text(node.right)})`, `${node.operator} to ${other}`);
      if (node.operator === '??') add(node, `(${text(node.right)})`, '?? without its left side');
    },
    NumericLiteral: (node) => add(node, node.value === 0 ? '1' : String(node.value * 10), 'constant'),
    BooleanLiteral: (node) => add(node, String(!node.value), 'boolean'),
    ConditionalExpression: (node) => add(node.test, `!(${text(node.test)})`, 'condition negated'),
    IfStatement(node) {
      add(node.test, `!(${text(node.test)})`, 'condition negated');
      if (!node.alternate) add(node, ';', 'guard left out');
    },
    ExpressionStatement(node) {
      const { expression } = node;
      if (expression.type === 'AwaitExpression')
        add(node, `void ${text(expression.argument)};`, 'await forgotten');
      if (['AwaitExpression', 'CallExpression'].includes(expression.type)) add(node, ';', 'call left out');
    },
    ParenthesisExpression: () => undefined,
  };

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (value && typeof value === 'object') {
      const node = value as Node;
      // Types have no effect, and an import that is missing does not compile.
      if (/^(Ts|Import)/.test(node.type ?? '') && !/^Ts(As|NonNull|Satisfies|Const)/.test(node.type)) return;
      visitors[node.type]?.(node);
      for (const [key, child] of Object.entries(node)) if (key !== 'span') visit(child);
      const spread = node.spread !== undefined && node.spread !== null && node.expression;
      if (spread)
        add(
          { ...node, span: { start: node.spread.start, end: node.expression.span.end } },
          '...[]',
          'part left out',
        );
    }
  };
  visit(module.body);
  return mutants;
}

export function plant(source: string, { start, end, replacement }: Mutant): string {
  const bytes = Buffer.from(source);
  return bytes.subarray(0, start).toString() + replacement + bytes.subarray(end).toString();
}
