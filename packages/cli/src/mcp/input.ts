import { fromJsonSchema } from '@modelcontextprotocol/server';
import { nearest } from '../suggestion.ts';
import type { ObjectSchema } from './tool.ts';

/** A schema for the SDK, whose errors name the field as it was sent. */
export function inputOf(schema: ObjectSchema) {
  const standard = fromJsonSchema(schema as Parameters<typeof fromJsonSchema>[0]);
  const { validate, ...more } = standard['~standard'];
  const known = Object.keys(schema.properties);
  return {
    '~standard': {
      ...more,
      async validate(value: unknown) {
        const strange = Object.keys(Object(value)).find((name) => !known.includes(name));
        if (strange !== undefined) return { issues: [{ message: unknownField(strange, known) }] };
        const result = await validate(value);
        if (!result.issues) return result;
        return { issues: result.issues.map((issue) => ({ ...issue, message: withName(issue.message) })) };
      },
    },
  } as typeof standard;
}

function unknownField(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  const shown = JSON.stringify(name.slice(0, 40));
  return `${shown} is not a field of this tool.${near ? ` Did you mean \`${near}\`?` : ''} There are: ${known.join(', ')}`;
}

/** The validator writes `data/amount must be integer`. */
const withName = (message: string): string =>
  message.replace(/\bdata\/(\w+)/g, '`$1`').replace(/\bdata /g, 'The input ');
