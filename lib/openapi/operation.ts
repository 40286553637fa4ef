import type { requests } from '../../schemas/index.ts';
import type { RouteName } from '../routes.ts';

/** A JSON Schema of version 2020-12. */
export type Schema = object;

export type Tag =
  | 'Apps'
  | 'Merchants'
  | 'Members'
  | 'Lines'
  | 'Transactions'
  | 'Cards'
  | 'Disputes and fraud alerts'
  | 'Payment links'
  | 'Webhooks'
  | "Customer's side"
  | 'Acquirers'
  | 'Payment page'
  | 'Hello-world'
  | 'Documentation';

/** The documentation of a route, beyond its row in `lib/routes.ts`. */
export interface Operation {
  tag: Tag;
  summary: string;
  /** In Markdown. */
  description?: string;
  deprecated?: true;
  /** The operation's own parameters, in addition to those of the path and those of every route of its kind. */
  parameters?: readonly Parameter[];
  body?: Body;
  /** The operation's own answers, by status. `document.ts` adds those of every route of its kind. */
  answers: Readonly<Record<number, Answer>>;
}

/** A part of {@link operations}, which describes every route. */
export type Operations = { readonly [Name in RouteName]?: Operation };

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface Body {
  /** The name of a schema in `schemas/index.ts`, or a schema that only this form has. */
  schema: keyof typeof requests | Schema;
  /** The kind of body: `api` is JSON or a form, `document` is JSON or XML, `json` and `form` are one of them only. */
  as: 'api' | 'json' | 'document' | 'form';
  description?: string;
}

export interface Answer {
  description: string;
  headers?: Readonly<Record<string, Header>>;
  /** The schemas by media type; absent for an answer without a body. */
  content?: Readonly<Record<string, Schema>>;
}

export interface Header {
  description: string;
  schema: Schema;
}
