/** The keywords of JSON Schema that the document uses for shapes. */
export interface Shape {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  description?: string;
  items?: Shape;
  properties?: Record<string, Shape | false>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

const primitives: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The TypeScript type of a schema. `use` is called with the name of each shared schema that the type refers to. */
export function typeOf(shape: Shape, use: (name: string) => void): string {
  if (shape.$ref) {
    const name = shape.$ref.replace('#/components/schemas/', '');
    use(name);
    return name;
  }
  if ('const' in shape) return JSON.stringify(shape.const);
  if (shape.enum) return union(shape.enum.map((value) => JSON.stringify(value)));
  const choices = (shape.anyOf ?? shape.oneOf ?? []).filter(isShape);
  if (choices.length > 0) return union(choices.map((choice) => typeOf(choice, use)));
  const types = [shape.type ?? []].flat();
  if (types.length === 0) return 'unknown';
  return union(types.map((type) => plain(type, shape, use)));
}

/** A choice that only lists required fields narrows the object around it, and has no type of its own. */
const isShape = ({ required, type, ...rest }: Shape): boolean =>
  type !== undefined || Object.keys(rest).length > 0;

/** A type for an object that must have one of these fields, beside its others; nothing for any other schema. */
export function requiredChoice({ anyOf = [] }: Shape): string {
  const names = anyOf.filter((choice) => !isShape(choice)).flatMap(({ required = [] }) => required);
  return names.length > 0 ? ` & (${names.map((name) => `{ ${key(name)}: unknown }`).join(' | ')})` : '';
}

const union = (types: string[]): string => [...new Set(types)].join(' | ');

function plain(type: string, shape: Shape, use: (name: string) => void): string {
  if (type === 'array') {
    const item = typeOf(shape.items ?? {}, use);
    return /[|]/.test(item) ? `Array<${item}>` : `${item}[]`;
  }
  if (type !== 'object') return primitives[type] ?? 'unknown';
  if (shape.properties) return fields(shape, use);
  const { additionalProperties: more } = shape;
  return `Record<string, ${typeof more === 'object' ? typeOf(more, use) : 'unknown'}>`;
}

function fields({ properties = {}, required = [] }: Shape, use: (name: string) => void): string {
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    // The schema `false` forbids the field.
    if (property === false) return [];
    const mark = required.includes(name) ? '' : '?';
    return [`${comment(property.description)}${key(name)}${optional(mark, typeOf(property, use))};`];
  });
  return `{\n${lines.join('\n')}\n}`;
}

/**
 * The mark and the type of a field. JSON has no `undefined`, so a caller whose compiler has `exactOptionalPropertyTypes` may
 * pass it for an absent field.
 */
export const optional = (mark: '' | '?', type: string): string =>
  mark === '' || type === 'unknown' ? `${mark}: ${type}` : `?: ${type} | undefined`;

export const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

export const comment = (text: string | undefined): string =>
  text ? `/** ${text.replace(/\s*\n\s*/g, ' ').replaceAll('*/', '*\\/')} */\n` : '';

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
