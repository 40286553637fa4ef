import type { RouteName } from '../routes.ts';
import recorded from './examples.json' with { type: 'json' };

/** A request and its answer, recorded from a running Florin. `npm run examples` records them again. */
export interface Example {
  route: string;
  /** The title of the example. */
  title: string;
  /** The request's body and its media type. */
  request?: { type: string; body: unknown };
  status: number;
  answer?: { type: string; body: unknown };
}

const examples = recorded as Example[];

export type Examples = { examples?: Record<string, { summary: string; value: unknown }> };

export const requestExamples = (route: RouteName, type: string): Examples =>
  nameExamples(
    type,
    examples.filter((example) => example.route === route && example.status < 400),
    ({ request }) => (request?.type === type ? request.body : undefined),
  );

export const answerExamples = (route: RouteName, status: number, type: string): Examples =>
  nameExamples(
    type,
    examples.filter((example) => example.route === route && example.status === status),
    ({ answer }) => (answer?.type === type ? answer.body : undefined),
  );

export const hasExample = (route: RouteName, status: number): boolean =>
  examples.some((example) => example.route === route && example.status === status);

/**
 * Names the examples. XML has no examples: OpenAPI 3.1 checks an example against the schema, which describes an
 * object and not a text. Tools make an XML example from the schema.
 */
function nameExamples(
  type: string,
  examples: readonly Example[],
  value: (example: Example) => unknown,
): Examples {
  if (type.endsWith('xml')) return {};
  const entries = examples.flatMap((example) => {
    const shown = value(example);
    const nested = type.endsWith('urlencoded') ? withoutBrackets(shown) : shown;
    return nested === undefined ? [] : [[slug(example.title), { summary: example.title, value: nested }]];
  });
  return entries.length === 0 ? {} : { examples: Object.fromEntries(entries) };
}

/** Makes objects of a form's names with brackets, `a[b]`, as OpenAPI describes such a form by an object. */
function withoutBrackets(form: unknown): unknown {
  if (typeof form !== 'object' || form === null) return form;
  const nested: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    const path = /\[\w+\]$/.test(name) ? name.split(/[[\]]+/).filter(Boolean) : [name];
    const last = path.pop() ?? name;
    const place = path.reduce((at, part) => {
      at[part] ??= {};
      return at[part] as Record<string, unknown>;
    }, nested);
    place[last] = value;
  }
  return nested;
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
