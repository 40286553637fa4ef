import type { requests } from '../../schemas/index.ts';
import type { RouteName } from '../routes.ts';

/** JSON Schema, 2020-12. */
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
  /** Beside those in the path, and what every route of its kind has. */
  parameters?: readonly Parameter[];
  body?: Body;
  /** By status; those that every route of its kind can give are added in `document.ts`. */
  answers: Readonly<Record<number, Answer>>;
}

/** Some of {@link operations}, which is a description of every route. */
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
  /** Of `schemas/index.ts`, by name, or one that only this form post has. */
  schema: keyof typeof requests | Schema;
  /** `api`: JSON and forms; `json`; `document`: JSON and XML; `form`. */
  as: 'api' | 'json' | 'document' | 'form';
  description?: string;
}

export interface Answer {
  description: string;
  headers?: Readonly<Record<string, Header>>;
  /** Schema by media type; none for an answer without a body. */
  content?: Readonly<Record<string, Schema>>;
}

export interface Header {
  description: string;
  schema: Schema;
}
