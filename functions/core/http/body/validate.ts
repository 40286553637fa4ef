import type { Fault } from '#domain/outcome.ts';
import { sanitizeText } from '#html/text.ts';
import { invalid } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import type { Parsed } from './body-parser.ts';
import { coerce } from './coercion.ts';
import { type Strictness, unknownFaults } from './unknown-fields.ts';

/** A request schema with its validator, which `lib/build/validators.ts` compiles ahead of time. */
export interface Validator {
  validate: ((data: unknown) => boolean) & { errors?: readonly Violation[] | null };
  schema: object;
  /**
   * Rules beyond the schema. They run even if the schema has found faults, so that a client learns of all faults at
   * once. A required field may therefore be missing, and an invalid field is undefined.
   */
  rules?(body: never): Fault[];
}

/** A violation that ajv reports, as `lib/build/validators.ts` makes it. */
export interface Violation {
  keyword: string;
  instancePath: string;
  /** The name of a missing field, for the keyword `required`. */
  missing?: string;
}

interface Schema {
  title?: string;
  type?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema | false>>;
  items?: Schema;
  enum?: readonly string[];
  pattern?: string;
}

/**
 * Gives the handler the parsed body with the types of the schema.
 *
 * @throws 400 with one fault for each wrong field, and on a strict route one for each unknown field
 */
export const validation = <Body>(validator: Validator): Middleware<Parsed & Strictness & { body: Body }> => ({
  before: ({ context }) => {
    const { value, encoding } = context.parsed;
    const coerced = coerce(value, validator.schema, encoding);
    const faults = [...unknownFaults(context, value, validator.schema), ...faultsOf(validator, coerced)];
    if (faults.length > 0) throw invalid(faults);
    context.body = coerced as Body;
  },
});

/** Validates an event that no client has sent, so nobody can get a 400. @throws an error that names the faults */
export function requireValid<T>(validator: Validator, message: unknown): T {
  const faults = faultsOf(validator, message);
  if (faults.length > 0)
    throw new Error(`Invalid event: ${faults.map(({ field, message }) => `${field} ${message}`)}`);
  return message as T;
}

/**
 * The most faults that an answer lists. The faults of many thousand wrong items would exceed the limit of a response.
 */
const most = 100;

/** Returns the faults that the schema and the rules find, one for each field. */
export function faultsOf({ validate, schema, rules }: Validator, data: unknown): Fault[] {
  const violations = validate(data) ? [] : (validate.errors ?? []);
  const faults = new Map<string, Fault>();
  function add(fault: Fault): void {
    if (faults.size < most && !faults.has(fault.field)) faults.set(fault.field, fault);
  }
  // If there are too many faults, the fault of a list must be among those that are listed, so it comes before the
  // faults of the list's items.
  const listed = violations.length > most ? [...violations].sort(byDepth) : violations;
  for (const violation of listed) {
    if (faults.size === most) break;
    for (const fault of toFaults(violation, schema, data)) add(fault);
  }
  if (isTree(data))
    for (const fault of rules?.(withoutInvalidValues(data, violations) as never) ?? []) add(fault);
  return [...faults.values()];
}

const depthOf = (pointer: string): number => pointer.split('/').length;

const byDepth = (a: Violation, b: Violation): number => depthOf(a.instancePath) - depthOf(b.instancePath);

type Tree = Record<string, unknown>;

const isTree = (data: unknown): data is Tree => typeof data === 'object' && data !== null;

/** The data for the rules, with undefined in place of each value that the schema refuses. */
function withoutInvalidValues(data: Tree, violations: readonly Violation[]): Tree {
  if (violations.length === 0) return data;
  const copy: Tree = structuredClone(data);
  for (const { keyword, instancePath } of violations) {
    const path = pathOf(instancePath);
    const last = path.pop();
    if (keyword === 'required' || last === undefined) continue;
    // A list and its items can both be wrong. Once the list is undefined, its items are gone.
    const parent = valueAt(path, copy);
    if (isTree(parent)) parent[last] = undefined;
  }
  return copy;
}

function toFaults(
  { keyword, instancePath, missing: name = '' }: Violation,
  schema: Schema,
  data: unknown,
): Fault[] {
  const path = pathOf(instancePath);
  const failed = schemaAt(path, schema);
  if (keyword === 'required') return missing([...path, name], failed.properties?.[name]);
  const field = path.join('.') || 'body';
  if (keyword === 'false schema') return [{ field, message: 'Cannot be changed' }];
  return [{ field, message: `Must be ${expectation(failed)}${inCapitals(valueAt(path, data), failed)}` }];
}

/** The pattern of a currency. */
const capitals = '^[A-Z]{3}$';

/** Advice for a code whose only fault is that it is in lower case: `eur`. */
function inCapitals(value: unknown, { enum: codes, pattern }: Schema): string {
  const code = typeof value === 'string' && value.length < 4 ? value.toUpperCase() : '';
  const isCode = codes?.includes(code) || (pattern === capitals && new RegExp(capitals).test(code));
  return isCode && code !== value ? `; write ${code}` : '';
}

/** The faults for a missing field and for the required fields inside it. */
function missing(path: readonly string[], schema: Schema | false = {}): Fault[] {
  const { required = [], properties = {} } = schema || {};
  const inside = required.flatMap((name) => missing([...path, name], properties[name]));
  return [{ field: path.join('.'), message: 'Is required' }, ...inside];
}

/** The `title` of the schema that failed, or its type. */
const expectation = ({ title, type }: Schema): string =>
  title ?? (type === 'boolean' ? 'true or false' : type === 'object' ? 'an object' : `of type ${type}`);

/** The schema of a place in the data. */
const schemaAt = (path: readonly string[], schema: Schema): Schema =>
  path.reduce<Schema>((node, name) => node.properties?.[name] || node.items || {}, schema);

/** Returns the value at a path of the data. */
const valueAt = (path: readonly string[], data: unknown): unknown =>
  path.reduce<unknown>((node, name) => (isTree(node) ? node[name] : undefined), data);

/** Splits a JSON pointer into names. */
const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Refuses a name of which nothing can be seen, since nobody could recognize it in a list. */
export const nameFaults = ({ name }: { name?: string }): Fault[] =>
  name === undefined || sanitizeText(name)
    ? []
    : [{ field: 'name', message: 'Must have a character that can be seen' }];
