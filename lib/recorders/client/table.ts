import { isKeyed, type Named, type Resource, resultKindOf } from './operations.ts';

/** The table from which a client of `packages/florin` makes its verbs at run time. */
export function tableOf(client: string, resources: readonly Resource[]): string {
  const rows = resources.map(
    ([name, verbs]) => `${name}: {\n${verbs.map((row) => `${row.verb}: ${rowOf(row)},`).join('\n')}\n},`,
  );
  return `export const ${client}Table = {\n${rows.join('\n')}\n} satisfies Table;`;
}

function rowOf(row: Named): string {
  const { method, path, gives, repeatable, operation } = row;
  const takesQuery = operation.parameters.some((one) => one.in === 'query');
  const parts = [
    `at: '${method} ${path.replace(/{\w+}/g, '{}')}'`,
    `gives: '${resultKindOf(row)}'`,
    ...(gives ? [`field: '${gives}'`] : []),
    ...(operation.requestBody ? ["takes: 'body'"] : takesQuery ? ["takes: 'query'"] : []),
    ...(isKeyed(row) ? ['keyed: true'] : repeatable ? ['repeatable: true'] : []),
  ];
  return `{ ${parts.join(', ')} }`;
}
