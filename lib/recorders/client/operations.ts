import type { Verb } from '../../../schemas/route/row.ts';
import { openapi } from '../../openapi/document.ts';
import { routes } from '../../routes.ts';
import type { Shape } from './types.ts';

interface Media {
  content?: Record<string, { schema: Shape }>;
  headers?: Record<string, unknown>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: Shape;
}

interface Operation {
  summary: string;
  deprecated?: boolean;
  parameters: Parameter[];
  requestBody?: Media & { required: boolean };
  responses: Record<string, Media>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: Media } }>;
  components: { schemas: Record<string, Shape> };
}

/** A verb with the operation that it performs. */
export interface Named extends Omit<Verb, 'name'> {
  resource: string;
  verb: string;
  method: string;
  path: string;
  operation: Operation;
}

export const json = 'application/json';

export const readDocument = (): Document => openapi() as unknown as Document;

/** @throws if the document lacks the operation of a verb */
export function namedOperations({ paths }: Document): Named[] {
  return routes.flatMap(({ method, path, verb: named }) => {
    if (named === 'none') return [];
    const { name, ...more } = named;
    const [resource = '', verb = ''] = name.split('.');
    const operation = paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`The OpenAPI document lacks ${method} ${path}`);
    return [{ ...more, resource, verb, method, path, operation }];
  });
}

export type Resource = [name: string, rows: Named[]];

export function resourcesOf(named: readonly Named[], client: Verb['client']): Resource[] {
  const resources = new Map<string, Named[]>();
  for (const row of named.filter((one) => one.client === client))
    resources.set(row.resource, [...(resources.get(row.resource) ?? []), row]);
  return [...resources];
}

export const successes = ({ operation }: Named): Media[] =>
  Object.entries(operation.responses).flatMap(([status, media]) => (status < '300' ? [media] : []));

export const isKeyed = ({ operation }: Named): boolean =>
  operation.parameters.some(({ name }) => name === 'Idempotency-Key');

/** The client reads an answer as a list, as text, from the header `Location`, as JSON, or not at all. */
export function resultKindOf(row: Named): 'list' | 'location' | 'nothing' | 'json' | 'text' {
  const [first] = successes(row);
  if (row.operation.parameters.some(({ name, required }) => name === 'limit' && required)) return 'list';
  if (first?.headers?.Location) return 'location';
  if (!first?.content) return 'nothing';
  return json in first.content ? 'json' : 'text';
}
