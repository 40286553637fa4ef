/** A request of the API, as every language writes it. */
export interface SampleRequest {
  method: string;
  /** The URL, with placeholders such as `TRANSACTION_ID` for the reader's own values. */
  url: string;
  /** The API key is read from the environment. The hello-world service has a user name and password of its own. */
  authorization: 'none' | 'key' | 'password';
  headers: Readonly<Record<string, string>>;
  /** The body of a request in JSON. */
  body?: Json;
  /** Whether the answer has a body in JSON, another body, or none. */
  answer: 'json' | 'text' | 'none';
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The headers of a request, with that of its body. */
export const headersOf = ({ headers, body }: SampleRequest): [name: string, value: string][] => [
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
  ...Object.entries(headers),
];

export const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** Writes a JSON value in the syntax of a language, one field a line. */
export function literal(value: Json, syntax: Syntax, level = 0): string {
  const inner = syntax.step.repeat(level + 1);
  const outer = syntax.step.repeat(level);
  const lines = (open: string, items: string[], close: string) =>
    `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${outer}${close}`;
  if (value === null || typeof value === 'boolean')
    return syntax.words[String(value) as keyof Syntax['words']];
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return syntax.text(value);
  const nested = (item: Json) => literal(item, syntax, level + 1);
  if (isList(value)) return value.length === 0 ? '[]' : lines('[', value.map(nested), ']');
  const entries = Object.entries(value);
  if (entries.length === 0) return syntax.empty;
  const [open, close] = syntax.object;
  return lines(
    open,
    entries.map(([name, item]) => `${syntax.field(name)}${nested(item)}`),
    close,
  );
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** The parts of a language in which a JSON value differs from JSON. */
export interface Syntax {
  step: string;
  words: Readonly<Record<'null' | 'true' | 'false', string>>;
  text(value: string): string;
  /** The name of a field, up to its value. */
  field(name: string): string;
  object: readonly [open: string, close: string];
  /** An object without fields. */
  empty: string;
}
