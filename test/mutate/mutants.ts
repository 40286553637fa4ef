import { parseSync } from '@swc/core';

/** A realistic mistake: a replacement for the text between two byte offsets of a file. */
export interface Mutant {
  start: number;
  end: number;
  replacement: string;
  kind: string;
  /** The statement or expression, between two byte offsets, that runs whenever the mistake has an effect. */
  place: { start: number; end: number; isStatement: boolean };
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

/** Methods that are easily taken for each other. */
const otherMethod: Record<string, string> = {
  min: 'max',
  max: 'min',
  ceil: 'floor',
  floor: 'ceil',
  find: 'findLast',
  findLast: 'find',
  some: 'every',
  every: 'some',
};

/**
 * Finds every place of a TypeScript file where one small change would be a plausible bug: a changed comparison, a
 * constant ten times as large, a negated condition, a missing call or guard, a missing `await`, a missing field of an
 * object, element of a list, as a write of a database transaction or a dependency of a hook, or attribute of a component, a
 * missing sign, or a weaker condition of a write.
 */
export function findMutants(source: string, file = '.ts'): Mutant[] {
  const bytes = Buffer.from(source);
  const options = { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2022' } as const;
  const module = parseSync(source, options) as unknown as Node;
  // The parser's offsets continue from earlier files, and the module's span excludes a leading comment.
  const lead = Buffer.byteLength(/^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(source)?.[0] ?? '');
  const base = module.span.start - lead;
  const text = (node: Node) => bytes.subarray(node.span.start - base, node.span.end - base).toString();
  const mutants: Mutant[] = [];
  const add = (node: Node, replacement: string, kind: string, place = node) => {
    const [start, end] = [node.span.start - base, node.span.end - base];
    const isStatement = place.type.endsWith('Statement');
    const of = { start: place.span.start - base, end: place.span.end - base, isStatement };
    mutants.push({ start, end, replacement, kind, place: of });
  };

  const visitors: Record<string, (node: Node) => void> = {
    BinaryExpression(node) {
      const other = otherOperator[node.operator];
      if (other)
        add(node, `(${text(node.left)} ${other} ${text(node.right)})`, `${node.operator} to ${other}`);
      if (node.operator === '??') add(node, `(${text(node.right)})`, '?? without its left side');
    },
    NumericLiteral: (node) => add(node, node.value === 0 ? '1' : String(node.value * 10), 'constant'),
    StringLiteral: (node) => {
      for (const { part, weaker } of weaken(node.value))
        add(node, JSON.stringify(weaker), `condition of a write without ${part}`);
      for (const { comparison, other } of shift(node.value))
        add(node, JSON.stringify(other), `condition with another ${comparison}`);
    },
    TemplateLiteral: (node) => {
      const written = text(node).slice(1, -1);
      // Such an expression has parts of its own.
      if (/\$\{[^}]* AND /.test(written)) return;
      for (const { part, weaker } of weaken(written))
        add(node, `\`${weaker}\``, `condition of a write without ${part}`);
    },
    UnaryExpression(node) {
      if (node.operator === '-' && node.argument.type !== 'NumericLiteral')
        add(node, `(${text(node.argument)})`, 'sign left out');
    },
    ArrayExpression(node) {
      const elements = node.elements.filter(Boolean);
      // A spread is left out by itself.
      for (const [index, { spread, expression }] of elements.entries()) {
        if (spread || elements.length === 1) continue;
        const others = elements.filter((_: Node, n: number) => n !== index);
        const code = others.map((each: Node) => (each.spread ? '...' : '') + text(each.expression));
        add(node, `[${code.join(', ')}]`, `element left out: ${text(expression).split('\n')[0]}`);
      }
    },
    ObjectExpression(node) {
      for (const property of node.properties) {
        if (!['Identifier', 'KeyValueProperty'].includes(property.type)) continue;
        const span = property.span ?? {
          start: property.key.span.start,
          end: property.value.span.end,
        };
        const [from, to] = [span.start - node.span.start, span.end - node.span.start];
        const whole = bytes.subarray(node.span.start - base, node.span.end - base);
        const rest = whole.subarray(to).toString().replace(/^\s*,/, '');
        const name = (property.key ?? property).value;
        add(node, whole.subarray(0, from).toString() + rest, `field left out: ${name}`);
      }
    },
    MemberExpression(node) {
      const other = node.property.type === 'Identifier' && otherMethod[node.property.value];
      if (other && Object.hasOwn(otherMethod, node.property.value))
        add(node, `${text(node.object)}.${other}`, `${node.property.value} to ${other}`);
    },
    JSXAttribute(node) {
      // Texts of styles and labels are left.
      const place = node.value?.type === 'JSXExpressionContainer' && node.value.expression;
      if (place) add(node, '', `attribute left out: ${node.name.value}`, place);
    },
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
      // Types have no effect, and a file with a missing import does not compile.
      if (/^(Ts|Import)/.test(node.type ?? '') && !/^Ts(As|NonNull|Satisfies|Const)/.test(node.type)) return;
      visitors[node.type]?.(node);
      for (const [key, child] of Object.entries(node)) {
        // The key in `{ 2: … }` cannot become an expression.
        if (key !== 'span' && !(key === 'key' && child?.type === 'NumericLiteral')) visit(child);
      }
      const spread = node.spread !== undefined && node.spread !== null && node.expression;
      if (spread)
        add(
          { ...node, span: { start: node.spread.start, end: node.expression.span.end } },
          '...[]',
          'part left out',
          node.expression,
        );
    }
  };
  visit(module.body);
  return mutants;
}

/** Matches a condition of a write. Conditions of reads name the partition first. */
const condition = /^(?!pk = )(attribute_(not_)?exists\(|[#\w.]+ (=|<>|<|<=|>|>=) :)/;

/** The same condition with one of its parts true for every item, so that DynamoDB still takes all of its values. */
function weaken(text: string): { part: string; weaker: string }[] {
  if (!condition.test(text)) return [];
  // A conjunction in parentheses is part of a part.
  const parts = text.split(/ AND (?![^(]*\)\))/);
  return parts.map((part, index) => ({
    part,
    weaker: parts.with(index, `(${part} OR attribute_not_exists(neverSet))`).join(' AND '),
  }));
}

/** The same condition with one comparison that differs at the limit alone. */
function shift(text: string): { comparison: string; other: string }[] {
  if (!condition.test(text)) return [];
  return [...text.matchAll(/ ([<>]=?) :/g)].map(({ 1: comparison = '', index }) => {
    const by = comparison.length === 1 ? `${comparison}=` : comparison.charAt(0);
    const end = index + 1 + comparison.length;
    return { comparison, other: text.slice(0, index + 1) + by + text.slice(end) };
  });
}

export function plant(source: string, { start, end, replacement }: Mutant): string {
  const bytes = Buffer.from(source);
  return bytes.subarray(0, start).toString() + replacement + bytes.subarray(end).toString();
}

/**
 * Makes each place report when it runs, by a call of the process's `florinReached` with the place's number.
 * `reached.mjs` defines that function.
 */
export function mark(source: string, places: readonly { number: number; place: Mutant['place'] }[]): string {
  const insertions = places.flatMap(({ number, place: { start, end, isStatement } }) => {
    const call = `globalThis.process?.florinReached?.(${number})`;
    const [before, after] = isStatement ? [`{${call};`, '}'] : [`(${call},`, ')'];
    // At the same start, the outermost insertion comes first, and at the same end the innermost.
    return [
      { at: start, text: before, order: start - end },
      { at: end, text: after, order: end - start },
    ];
  });
  // At the same offset, an end comes before a start.
  const rank = ({ text }: { text: string }) => (text === ')' || text === '}' ? 0 : 1);
  insertions.sort((one, other) => one.at - other.at || rank(one) - rank(other) || one.order - other.order);
  const bytes = Buffer.from(source);
  const parts: string[] = [];
  let from = 0;
  for (const { at, text } of insertions) {
    parts.push(bytes.subarray(from, at).toString(), text);
    from = at;
  }
  return parts.join('') + bytes.subarray(from).toString();
}
