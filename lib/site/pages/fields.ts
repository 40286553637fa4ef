import { code, indent } from '../render/text.ts';
import type { Json } from '../samples/request.ts';
import { resolveReference, type Schema } from './document.ts';

/** The deepest level of nested fields that is listed. The example shows deeper ones. */
const deepest = 4;

/**
 * Whether the fields are those of a request, which have limits and may be required, or those of an answer, which have
 * neither.
 */
type Kind = 'sent' | 'answered';

/** The fields of a schema as a list in Markdown, each with its type, its limits and its meaning. */
export function fields(schema: Schema, kind: Kind, level = 0): string {
  const { properties = {}, required = [], items, anyOf, oneOf } = resolveReference(schema);
  if (items && Object.keys(properties).length === 0) return fields(items, kind, level);
  const choices = anyOf ?? oneOf;
  if (choices && Object.keys(properties).length === 0)
    return choices.map((choice) => fields(choice, kind, level)).find(Boolean) ?? '';
  return Object.entries(properties)
    .flatMap(([name, property]) =>
      property === false ? [] : [field(name, property, kind, required.includes(name), level)],
    )
    .join('\n');
}

/** One field or parameter as an item of a list. */
export function field(name: string, schema: Schema, kind: Kind, isRequired: boolean, level = 0): string {
  const property = resolveReference(schema);
  const facts = [
    typeOf(property),
    ...valuesOf(property),
    ...(kind === 'sent' ? limitsOf(property) : []),
    ...(kind === 'sent' && isRequired ? ['**required**'] : []),
  ];
  const description = property.description ? `  \n${property.description}` : '';
  const nested = level < deepest ? fields(property, kind, level + 1) : '';
  return indent(`- **${code(name)}** ${facts.join(', ')}${description}${nested && `\n\n${nested}`}`);
}

/** The type in words: `integer`, `list of text`. */
export function typeOf(schema: Schema): string {
  const { type, items, anyOf, oneOf, const: only, enum: values } = resolveReference(schema);
  const names: Record<string, string> = { string: 'text', array: 'list', null: 'null' };
  const nameOf = (name: string) => names[name] ?? name;
  if (Array.isArray(type)) return type.map(nameOf).join(' or ');
  if (type === 'array') return items ? `list of ${typeOf(items)}` : 'list';
  if (type !== undefined) return nameOf(type);
  const choices = anyOf ?? oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (only !== undefined) return typeof only === 'string' ? 'text' : typeof only;
  return values ? 'text' : 'any JSON';
}

const written = (value: Json) =>
  code(typeof value === 'string' && value !== '' ? value : JSON.stringify(value));

function valuesOf({ enum: values, const: only }: Schema): string[] {
  return [
    ...(values ? [`one of ${values.map(written).join(', ')}`] : []),
    ...(only === undefined ? [] : [`always ${written(only)}`]),
  ];
}

function limitsOf({ default: usual, minimum, maximum, maxLength, maxItems }: Schema): string[] {
  return [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} items`]),
    ...(usual === undefined ? [] : [`${written(usual)} by default`]),
  ];
}
