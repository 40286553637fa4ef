import { eventsOf } from './events.ts';
import { type Document, namedOperations, type Resource, readDocument, resourcesOf } from './operations.ts';
import { Signatures } from './signatures.ts';
import { tableOf } from './table.ts';
import { pascal, requiredChoice, typeOf } from './types.ts';

/**
 * The module `api.generated.ts` of `packages/florin`: the types of the API, the signature of each verb, and the table
 * from which the client makes its verbs at run time.
 */
export function clientModule(document = readDocument()): string {
  const named = namedOperations(document);
  const used = new Set(['Faults', 'ProcessingError']);
  const use = (name: string) => void used.add(name);
  const signatures = new Signatures(document, use);
  const clients = (['merchant', 'customer', 'hello'] as const).flatMap((client) => {
    const resources = resourcesOf(named, client);
    return [
      ...resources.map((one) => signatures.of(one)),
      apiOf(client, resources),
      tableOf(client, resources),
    ];
  });
  return indent(
    [
      '// Generated from the OpenAPI document by `npm run client`. Do not edit.',
      [
        "import type { List } from './list.ts';",
        "import type { Options, WriteOptions } from './options.ts';",
        "import type { Table } from './table.ts';",
      ].join('\n'),
      ...clients,
      ...[...signatures.queries].map(([fields, name]) => `export interface ${name} {\n${fields}\n}`),
      ...eventsOf(document, use),
      '/** One fault of a request. */\nexport type Fault = Faults[number];',
      ...sharedTypes(document, used, use),
    ].join('\n\n'),
  );
}

const apiOf = (client: string, resources: readonly Resource[]): string =>
  `export interface ${pascal(client)}Api {\n${resources.map(([name]) => `${name}: ${pascal(name)}Verbs;`).join('\n')}\n}`;

/** The shared schemas that are used, and those that they use in turn. */
function sharedTypes({ components }: Document, used: Set<string>, use: (name: string) => void): string[] {
  const written: string[] = [];
  // The set grows while it is read.
  for (const name of used) {
    const schema = components.schemas[name] ?? {};
    const type = typeOf(schema, use);
    const choice = requiredChoice(schema);
    const isInterface = schema.properties && choice === '';
    written.push(
      isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type}${choice};`,
    );
  }
  return written.sort();
}

/** Indents by the depth of braces, so that the diff of a change of the API is short and readable. */
function indent(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    const isComment = line.startsWith('/**') || line.startsWith('//');
    const change = isComment ? 0 : line.split('{').length - line.split('}').length;
    const level = line.startsWith('}') ? depth - 1 : depth;
    depth += change;
    return line === '' ? '' : '  '.repeat(level) + line;
  });
  return `${lines.join('\n')}\n`;
}
