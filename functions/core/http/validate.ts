import type { Fault } from '#domain/outcome.ts';

/** A request schema with the validator that was compiled from it ahead of time; see `lib/checks.ts`. */
export interface Check {
  validate: ((data: unknown) => boolean) & { errors?: readonly Violation[] | null };
  schema: object;
}

/** What ajv reports. */
interface Violation {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
}

/** Everything that is wrong with the data, one fault a field. */
export function faultsOf({ validate, schema }: Check, data: unknown): Fault[] {
  if (validate(data)) return [];
  const faults = new Map<string, Fault>();
  for (const violation of validate.errors ?? []) {
    const fault = toFault(violation, schema);
    if (!faults.has(fault.field)) faults.set(fault.field, fault);
  }
  return [...faults.values()];
}

function toFault({ keyword, instancePath, schemaPath, params }: Violation, schema: object): Fault {
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  if (keyword === 'required')
    return { field: [...path, params.missingProperty].join('.'), message: 'Is required' };
  const field = path.join('.') || 'body';
  if (keyword === 'false schema') return { field, message: 'Cannot be changed' };
  return { field, message: `Must be ${expectation(schemaPath, schema)}` };
}

/** The `title` of the schema that failed, or its type. */
function expectation(schemaPath: string, schema: object): string {
  const path = schemaPath.split('/').slice(1, -1).map(unescapePointer);
  const failed = path.reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], schema);
  const { title, type } = (failed ?? {}) as { title?: string; type?: string };
  return title ?? (type === 'boolean' ? 'a boolean' : type === 'object' ? 'an object' : `of type ${type}`);
}

const unescapePointer = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
