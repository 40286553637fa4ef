import { requests } from '../../schemas/index.ts';
import type { Body, Schema } from '../../schemas/route/row.ts';
import type { Examples } from './examples.ts';

interface Known {
  type?: string;
  title?: string;
  properties?: Record<string, Known | false>;
}

const form = 'application/x-www-form-urlencoded';

/**
 * The media types of bodies. `application/vnd.api+json` stands for any `application/*+json`, since OpenAPI has no way
 * to write that.
 */
const mediaTypes: Record<Body['as'], readonly string[]> = {
  api: ['application/json', 'application/vnd.api+json', form],
  json: ['application/json', 'application/vnd.api+json'],
  document: ['application/json', 'application/xml', 'text/xml'],
  form: [form],
};

const schemaOf = ({ schema }: Body): Schema => (typeof schema === 'string' ? requests[schema] : schema);

/** The request body of an operation. A request may omit it if no field is required. */
export function requestBody(body: Body, examples: (mediaType: string) => Examples) {
  const schema = schemaOf(body) as Known & { required?: readonly string[] };
  return {
    ...(body.description && { description: body.description }),
    required: (schema.required ?? []).length > 0,
    content: Object.fromEntries(
      mediaTypes[body.as].map((type) => [
        type,
        {
          ...(type === form
            ? formOf(schema, firstOf(examples(type)))
            : { schema: withRootName(body, schema) }),
          ...examples(type),
        },
      ]),
    ),
  };
}

/** Adds the name of the root element, which XML needs. */
const withRootName = ({ as }: Body, schema: Schema): Schema =>
  as === 'document' ? { ...schema, xml: { name: 'helloWorld' } } : schema;

const firstOf = ({ examples = {} }: Examples): Record<string, unknown> =>
  (Object.values(examples)[0]?.value ?? {}) as Record<string, unknown>;

/**
 * The schema of a form. Booleans are words, objects have brackets, and each field has an example of its own, as tools
 * fill in forms field by field.
 */
function formOf(schema: Known, example: Record<string, unknown>) {
  const nested = Object.entries(schema.properties ?? {}).filter(
    ([, property]) => property && property.type === 'object',
  );
  const encoding = Object.fromEntries(nested.map(([name]) => [name, { style: 'deepObject', explode: true }]));
  return {
    schema: withLists(withExamples(formSchemaOf(schema), example)),
    ...(nested.length > 0 && { encoding }),
  };
}

function withExamples(schema: Known, example: Record<string, unknown>): Known {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    // A field that takes any JSON is left out, as a form has no field for it.
    property && property.type !== undefined && name in example
      ? { ...property, examples: [example[name]] }
      : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/**
 * Describes lists as fields of a form. The name of a list of texts has brackets behind it, and the list may be empty.
 * A list without an example gets an empty one, as tools that fill in forms show an error otherwise.
 */
function withLists(schema: Known): Known {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    isList(property)
      ? [
          property.items?.type === 'string' ? `${name}[]` : name,
          { examples: [[]], ...property, minItems: undefined },
        ]
      : [name, property],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

const isList = (property: Known | false): property is Known & { items?: Known } =>
  property !== false && property.type === 'array';

const words = ['yes', 'no', 'y', 'n', 'true', 'false', '1', '0'];

function formSchemaOf(schema: Known): Known {
  if (schema.type === 'boolean') return { ...schema, type: 'string', enum: words } as Known;
  if (!hasBoolean(schema)) return schema;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    property && formSchemaOf(property),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

const hasBoolean = ({ type, properties = {} }: Known): boolean =>
  type === 'boolean' || Object.values(properties).some((property) => property && hasBoolean(property));
