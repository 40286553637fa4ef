import { code, indent } from '../render/text.ts';
import { type Answer, type Operation, resolveReference, type Schema } from './document.ts';
import { remedies } from './remedies.ts';

/** The names of the errors that an answer can have: `NOT_FOUND`, or those of a list of codes. */
function errorName({ content = {} }: Answer): string[] {
  const media = content['application/json'];
  return media ? namesIn(resolveReference<Schema>(media.schema)) : [];
}

function namesIn(schema: Schema): string[] {
  const { properties = {}, anyOf = [] } = schema;
  const named = properties.error || properties.code;
  const { const: only, enum: values = [] } = named ? resolveReference<Schema>(named) : {};
  return [
    ...(typeof only === 'string' ? [only] : []),
    ...values.map(String),
    ...anyOf.flatMap((choice) => namesIn(resolveReference<Schema>(choice))),
  ];
}

/** The errors of an operation as a list: status, code, cause and remedy. */
export const failures = ({ responses }: Operation): string =>
  Object.entries(responses)
    .filter(([status]) => status >= '400')
    .map(([status, response]) => {
      const answer = resolveReference<Answer>(response);
      const names = errorName(answer);
      const name = names.length === 1 ? names[0] : undefined;
      const shown = name ? `[${code(name)}](codes.md#${name.toLowerCase()})` : kindOf(answer);
      const remedy = (name && remedies[name]) || remedies[status] || '';
      return indent(
        `- **${code(status)}** ${shown}  \n${answer.description}.${remedy && `  \n**Remedy:** ${remedy}`}`,
      );
    })
    .join('\n');

/**
 * Links to the description of a body that has no name of its own: a code, faults of fields, a decline. Empty for
 * other bodies.
 */
function kindOf(answer: Answer): string {
  const media = answer.content?.['application/json'];
  if (!media) return '';
  const text = JSON.stringify(media.schema);
  const isDecline = text.includes('Declined');
  if (text.includes('CustomerError'))
    return '[a code of the checkout API](codes.md#codes-of-the-checkout-api)';
  if (text.includes('Faults'))
    return `[faults](errors.md)${isDecline ? ', or a [decline](codes.md#processing-errors)' : ''}`;
  return isDecline ? 'a [decline](codes.md#processing-errors)' : '';
}
