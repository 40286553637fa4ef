import type { RouteName } from '../../routes.ts';

/** A request of a scene. */
export interface Take {
  route: RouteName;
  /** The title of the example. A request without a title only prepares the next ones. */
  title?: string;
  /** The values of the path parameters. */
  ids?: Record<string, string>;
  /** The path with its query, in place of the route's with `ids` and `query`. */
  path?: string;
  query?: Record<string, string>;
  json?: unknown;
  form?: Record<string, unknown>;
  xml?: string;
  /** An app's API key. */
  key?: string;
  accept?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  /** The answer's body: parsed if it is JSON, otherwise as text. It is undefined if the answer has no body. */
  // biome-ignore lint/suspicious/noExplicitAny: scenes look into answers of every shape
  body: any;
}

/** Sends a request and, if it has a title, keeps it with its answer. */
export type Recorder = (take: Take) => Promise<Answer>;
