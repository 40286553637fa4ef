import { requests } from '../../schemas/index.ts';
import type { Body, Schema } from './operation.ts';

interface Known {
  type?: string;
  title?: string;
  properties?: Record<string, Known | false>;
}

const form = 'application/x-www-form-urlencoded';

/** `application/vnd.api+json` stands for any `application/*+json`, which cannot be written here. */
const mediaTypes: Record<Body['as'], readonly string[]> = {
  api: ['application/json', 'application/vnd.api+json', form],
  json: ['application/json', 'application/vnd.api+json'],
  document: ['application/json', 'application/xml', 'text/xml'],
  form: [form],
};

export const schemaOf = ({ schema }: Body): Schema =>
  typeof schema === 'string' ? requests[schema] : schema;

/** The request body of an operation. Without a required field, there need not be one. */
export function requestBody(body: Body, examples: (mediaType: string) => object) {
  const schema = schemaOf(body) as Known & { required?: readonly string[] };
  return {
    ...(body.description && { description: body.description }),
    required: (schema.required ?? []).length > 0,
    content: Object.fromEntries(
      mediaTypes[body.as].map((type) => [
        type,
        { ...(type === form ? formOf(schema) : { schema: named(body, schema) }), ...examples(type) },
      ]),
    ),
  };
}

/** XML needs the name of its root. */
const named = ({ as }: Body, schema: Schema): Schema =>
  as === 'document' ? { ...schema, xml: { name: 'helloWorld' } } : schema;

/** What differs in a form: booleans are words, and objects are in brackets. */
function formOf(schema: Known) {
  const nested = Object.entries(schema.properties ?? {}).filter(
    ([, property]) => property && property.type === 'object',
  );
  const encoding = Object.fromEntries(nested.map(([name]) => [name, { style: 'deepObject', explode: true }]));
  return { schema: asForm(schema), ...(nested.length > 0 && { encoding }) };
}

const words = ['yes', 'no', 'y', 'n', 'true', 'false', '1', '0'];

function asForm(schema: Known): Known {
  if (schema.type === 'boolean') return { ...schema, type: 'string', enum: words } as Known;
  if (!hasBoolean(schema)) return schema;
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    property && asForm(property),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

const hasBoolean = ({ type, properties = {} }: Known): boolean =>
  type === 'boolean' || Object.values(properties).some((property) => property && hasBoolean(property));
