import { requests } from '../../schemas/index.ts';
import { paymentSources } from '../../schemas/payment-sources.ts';
import { responses } from '../../schemas/responses.ts';
import { errors } from '../../schemas/route/answers.ts';

type Node = Record<string, unknown>;

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const names = new Map<unknown, string>(
  Object.entries({ ...requests, ...responses }).map(([name, schema]) => [schema, pascal(name)]),
);
const answers = new Map<unknown, string>(Object.entries(errors).map(([name, answer]) => [answer, name]));

/** Rules of a request that the code checks, beside those of its schema. */
const rules = new Map<unknown, Node>([
  [requests.transactionCreate, { anyOf: paymentSources.map((name) => ({ required: [name] })) }],
]);

/** Keywords of JSON Schema whose value is a schema, a list of schemas, or an object of schemas. */
const inside = new Set(['items', 'not', 'additionalProperties', 'oneOf', 'anyOf', 'allOf']);

/**
 * Writes objects that are used in several places once, under `components`, and refers to them: schemas with a name in
 * `schemas/`, and responses with a name in `answers.ts`. They are recognized by their identity.
 */
export class Components {
  readonly schemas: Node = {};
  readonly responses: Node = {};

  schema(schema: unknown): unknown {
    const name = names.get(schema);
    if (name === undefined) return this.inline(schema);
    if (!(name in this.schemas)) {
      this.schemas[name] = {}; // reserves the place in the order before the schemas inside it
      this.schemas[name] = { ...(this.inline(schema) as Node), ...rules.get(schema) };
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * Refers to a shared answer, or prints the answer in its place.
   *
   * @param print writes an answer as JSON of the document
   * @param isOwn whether the answer says more than the shared one, so that it is printed in its place
   */
  answer<T>(answer: T, print: (answer: T) => Node, isOwn: boolean): Node {
    const name = answers.get(answer);
    if (name === undefined || isOwn) return print(answer);
    this.responses[name] ??= print(answer);
    return { $ref: `#/components/responses/${name}` };
  }

  private inline(schema: unknown): unknown {
    if (!isNode(schema)) return schema;
    const { title, ...rest } = schema;
    const entries = Object.entries(rest).map(([keyword, value]) => {
      if (keyword === 'properties' && isNode(value))
        return [
          keyword,
          Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.schema(inner)])),
        ];
      if (!inside.has(keyword)) return [keyword, value];
      return [keyword, Array.isArray(value) ? value.map((inner) => this.schema(inner)) : this.schema(value)];
    });
    const described = Object.fromEntries(entries) as Node;
    return typeof title === 'string'
      ? { ...described, description: describe(title, rest.description) }
      : described;
  }
}

/** Joins a title and a description. A title of Florin's schemas completes the sentence “Must be …”. */
function describe(title: string, description: unknown): string {
  return typeof description === 'string' ? `${description} (${title})` : pascal(title);
}
