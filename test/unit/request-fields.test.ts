import { requests } from '../../schemas/index.ts';

/**
 * Every rule for a field of a request, as one reviewed list: what is required, and each type, bound, pattern and choice. A
 * slip that loosens a rule refuses nothing that a test sends, so that only this list notices it.
 */

interface Schema {
  title?: string;
  required?: readonly string[];
  properties?: Record<string, Schema | boolean>;
  items?: Schema;
}

/** The fields of a schema, a line each, with all rules for its values; `!` marks required ones. A title is part of a message. */
function fieldsOf(name: string, schema: Schema | boolean, mark = ''): string[] {
  if (typeof schema === 'boolean') return [`${name}: ${schema}`];
  const { title: _, required = [], properties = {}, items, ...rules } = schema;
  return [
    `${name}${mark}: ${JSON.stringify(rules)}`,
    ...Object.entries(properties).flatMap(([inner, property]) =>
      fieldsOf(`${name}.${inner}`, property, required.includes(inner) ? '!' : ''),
    ),
    ...(items ? fieldsOf(`${name}[]`, items) : []),
  ];
}

test('requests have the fields of the snapshot', () => {
  const lines = Object.entries(requests).flatMap(([name, schema]) => fieldsOf(name, schema as Schema));
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot(
    'if each change is meant: npx jest --selectProjects unit -u -- request-fields',
  );
});
