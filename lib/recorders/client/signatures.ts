import {
  type Document,
  isKeyed,
  json,
  type Named,
  type Parameter,
  type Resource,
  resultKindOf,
  successes,
} from './operations.ts';
import { comment, key, optional, pascal, type Shape, typeOf } from './types.ts';

/** The signatures of verbs. The maker also collects each shared schema and query that the signatures need. */
export class Signatures {
  /** The queries of lists, by their fields, so that equal ones are written once. */
  readonly queries = new Map<string, string>();
  readonly #document: Document;
  readonly #use: (name: string) => void;

  constructor(document: Document, use: (name: string) => void) {
    this.#document = document;
    this.#use = use;
  }

  of([resource, rows]: Resource): string {
    const methods = rows.map(
      (row) => `${docs(row)}${row.verb}(${this.#parameters(row)}): ${this.#answer(row)};`,
    );
    return `export interface ${pascal(resource)}Verbs {\n${methods.join('\n')}\n}`;
  }

  #type(shape: Shape): string {
    return typeOf(shape, this.#use);
  }

  #parameters(row: Named): string {
    const { parameters, requestBody } = row.operation;
    const inPath = parameters.filter((one) => one.in === 'path');
    const body = requestBody?.content?.[json];
    return [
      ...inPath.map(({ name, schema }) => `${name}: ${this.#type(schema)}`),
      ...(body ? [`body${requestBody.required ? '' : '?'}: ${this.#type(body.schema)}`] : []),
      ...this.#query(row),
      `options?: ${isKeyed(row) ? 'WriteOptions' : 'Options'}`,
    ].join(', ');
  }

  /** Filters are an object of their own: `filter[merchantId]` is written `filter: { merchantId }`. */
  #query({ resource, verb, operation }: Named): string[] {
    const inQuery = operation.parameters.filter((one) => one.in === 'query');
    if (inQuery.length === 0) return [];
    const filters = inQuery.filter(({ name }) => name.startsWith('filter['));
    const isNeeded = filters.some(({ required }) => required);
    const lines = [
      ...inQuery.filter((one) => !filters.includes(one)).map((one) => this.#field(one)),
      `filter${optional(isNeeded ? '' : '?', `{\n${filters.map((one) => this.#field(one)).join('\n')}\n}`)};`,
    ];
    const fields = lines.join('\n');
    const name =
      this.queries.get(fields) ??
      (this.queries.size === 0 ? 'ListQuery' : `${pascal(resource)}${pascal(verb)}Query`);
    this.queries.set(fields, name);
    return [`query${isNeeded ? '' : '?'}: ${name}`];
  }

  #field({ name, required, description, schema }: Parameter): string {
    const plain = name.replace(/^filter\[(\w+)\]$/, '$1');
    // `limit` is optional even where it is required, as the client has its own page size.
    const mark = required && name !== 'limit' ? '' : '?';
    return `${comment(withoutUrlNotes(description))}${key(plain)}${optional(mark, this.#queryType(plain, schema))};`;
  }

  /** Florin takes words for booleans, and texts for times. The client converts them. */
  #queryType(name: string, schema: Shape): string {
    if (name === 'from' || name === 'to') return 'string | Date';
    if (!schema.enum?.includes('yes')) return this.#type(schema);
    return schema.enum.includes('no') ? 'boolean' : 'true';
  }

  #answer(row: Named): string {
    const gives = resultKindOf(row);
    if (gives === 'nothing') return 'Promise<void>';
    if (gives === 'text' || gives === 'location') return 'Promise<string>';
    const schemas = successes(row).flatMap(({ content }) => content?.[json]?.schema ?? []);
    if (gives === 'list') return `List<${this.#type(schemas[0]?.items ?? {})}>`;
    const types = schemas.map((schema) =>
      row.gives ? this.#fieldOf(schema, row.gives) : this.#type(schema),
    );
    return `Promise<${[...new Set(types)].join(' | ')}>`;
  }

  /** The type of a field of an answer, taken from the answer's schema if that has a name. */
  #fieldOf({ $ref = '' }: Shape, field: string): string {
    const name = $ref.replace('#/components/schemas/', '');
    const property = this.#document.components.schemas[name]?.properties?.[field];
    if (!property) throw new Error(`The answer ${name} lacks ${field}`);
    if (property.$ref) return this.#type(property);
    this.#use(name);
    return `${name}['${field}']`;
  }
}

const docs = ({ method, path, operation: { summary, deprecated } }: Named): string =>
  comment(`${summary}. \`${method} ${path}\`${deprecated ? ' @deprecated' : ''}`);

/** Removes notes on how to write the URL, as the client writes it. */
const withoutUrlNotes = (description: string): string =>
  description
    .replace(/ In a URL .*$/, '')
    .replace(/: `yes`\/`no`, .*$/, '')
    .replace(/: `filter\[from\].*$/, '')
    .replaceAll('filter[', 'filter.');
