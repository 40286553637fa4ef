import { openapi } from '../../openapi/document.ts';
import type { Json } from '../samples/request.ts';

/** The parts of the OpenAPI document that the pages read. */
export interface Document {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation> & { servers?: { url: string }[] }>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer | Reference>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: Schema;
  example?: Json;
}

export interface Answer {
  description: string;
  content?: Record<string, Media>;
}

export interface Media {
  schema: Schema | Reference;
  examples?: Record<string, { summary: string; value: Json }>;
}

export interface Reference {
  $ref: string;
}

/** A JSON Schema, in which `false` forbids a field. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema | false>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: Json[];
  const?: Json;
  default?: Json;
  examples?: Json[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** The OpenAPI document as it is served. */
export const document: Document = JSON.parse(JSON.stringify(openapi()));

/** The schema or answer that a reference leads to. */
export function resolveReference<T extends object>(value: T | Reference): T {
  if (!('$ref' in value) || value.$ref === undefined) return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  return resolveReference(
    (document.components as unknown as Record<string, Record<string, T>>)[kind]?.[name] as T,
  );
}
