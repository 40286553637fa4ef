import type { Group, Page, TryableRequest } from '../page.ts';
import { cell, code, codeBlock, firstSentence } from '../render/text.ts';
import type { Json, SampleRequest } from '../samples/request.ts';
import { samples } from '../samples/samples.ts';
import {
  type Answer,
  document,
  type Media,
  type Operation,
  type Parameter,
  resolveReference,
} from './document.ts';
import { failures } from './failures.ts';
import { field, fields } from './fields.ts';

/** An operation with its place in the document. */
export interface PlacedOperation {
  method: string;
  path: string;
  api: 'base' | 'pos';
  operation: Operation;
}

const methods = ['get', 'post', 'put', 'delete'];

/** Every operation of the API, in the order of the document. */
export const operations: readonly PlacedOperation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    const api = item.servers?.[0]?.url === '{pos_url}' ? 'pos' : 'base';
    return operation ? [{ method: method.toUpperCase(), path, api, operation } as const] : [];
  }),
);

/** The name of an operation's page: `post-transactions-id-captures`. */
export function pageName({ method, path }: Pick<PlacedOperation, 'method' | 'path'>): string {
  const parts = path.split('/').filter(Boolean);
  const names = parts.map((part) => (/^\{.*\}$/.test(part) ? wordOf(part.slice(1, -1)) : kebab(part)));
  return [method.toLowerCase(), ...(names.length === 0 ? ['payment-page'] : names)].join('-');
}

const wordOf = (parameter: string): string => (/id$/i.test(parameter) ? 'id' : kebab(parameter));
const kebab = (text: string): string =>
  text
    .replace(/[a-z](?=[A-Z])/g, '$&-')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase();

/** The pages of the API reference, one for each operation, grouped by the tags of the document. */
export const reference = (): Group[] =>
  document.tags.map(({ name }) => ({
    title: name,
    pages: operations.filter(({ operation }) => operation.tags[0] === name).map(page),
    isReference: true,
  }));

function page(it: PlacedOperation): Page {
  const { method, path, api, operation } = it;
  const { summary, description = '', deprecated } = operation;
  const address = `${api === 'pos' ? '{pos_url}' : '{base_url}'}${path}`;
  return {
    name: pageName(it),
    title: summary,
    description: firstSentence(description) || `${method} ${path}`,
    markdown: [
      `**${method}** ${code(address)}`,
      ...(deprecated ? ['**Deprecated.**'] : []),
      description,
      credentials(it),
      ...section('Parameters', parameters(operation)),
      ...section('Body', body(operation)),
      ...section('Answer', answers(operation)),
      ...section('Errors', failures(operation)),
    ]
      .filter(Boolean)
      .join('\n\n'),
    aside: ['## Request', samples(sampleOf(it)), ...section('Example answer', exampleAnswer(operation))].join(
      '\n\n',
    ),
    weight: deprecated ? 0.3 : isForMerchants(operation) ? 1 : 0.6,
    ...(isTryable(it) && { request: tryable(it) }),
  };
}

/** Whether merchants' developers look for the operation. The others are called by browsers and the acquirer. */
const isForMerchants = ({ tags: [tag = ''] }: Operation): boolean =>
  !['Acquirers', 'Payment page', 'Documentation'].includes(tag);

const section = (title: string, text: string): string[] => (text ? [`## ${title}`, text] : []);

function credentials(it: PlacedOperation): string {
  const authorization = authorizationOf(it);
  if (authorization === 'key')
    return 'Needs an [API key](conventions.md), as the password of HTTP Basic with an empty user name.';
  if (authorization === 'password')
    return 'Needs the user name and password of the service, by HTTP Digest or Basic.';
  return it.method === 'POST' && it.path.startsWith('/acquirers/') ? '' : 'Needs no credentials.';
}

const parameters = ({ parameters }: Operation): string =>
  parameters
    .map(({ name, in: place, required = false, description, schema }) =>
      field(name, { ...schema, description: `In the ${place}. ${description}` }, 'sent', required),
    )
    .join('\n');

function body({ requestBody }: Operation): string {
  const content = requestBody?.content ?? {};
  const media = content['application/json'] ?? Object.values(content)[0];
  if (!media) return '';
  const types = Object.keys(content).map((type) =>
    code(type === 'application/vnd.api+json' ? 'application/*+json' : type),
  );
  return `In ${types.join(' or ')}.\n\n${fields(media.schema, 'sent')}`;
}

function answers({ responses }: Operation): string {
  return Object.entries(responses)
    .filter(([status]) => status < '400')
    .map(([status, response]) => {
      const { description, content = {} } = resolveReference<Answer>(response);
      const media = content['application/json'];
      const list = media ? fields(media.schema, 'answered') : '';
      return `**${status}** ${description}.${list && `\n\n${list}`}`;
    })
    .join('\n\n');
}

/** The first recorded example of a success, unchanged. */
function exampleAnswer({ responses }: Operation): string {
  for (const [status, response] of Object.entries(responses)) {
    const media =
      status < '300' ? resolveReference<Answer>(response).content?.['application/json'] : undefined;
    const example = media && firstExample(media);
    if (example !== undefined) return codeBlock('json', JSON.stringify(example, null, 2));
  }
  return '';
}

const firstExample = ({ examples = {} }: Media): Json | undefined => Object.values(examples)[0]?.value;

function authorizationOf({ operation: { security } }: PlacedOperation): SampleRequest['authorization'] {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  return schemes.includes('apiKey') ? 'key' : schemes.length > 0 ? 'password' : 'none';
}

function bodyOf({ requestBody }: Operation): Json | undefined {
  const content = requestBody?.content;
  if (!content) return undefined;
  const json = content['application/json'];
  return (
    (json && firstExample(json)) ??
    (Object.values(content)
      .map(firstExample)
      .find((value) => value !== undefined) ||
      {})
  );
}

/**
 * The request that the examples make. The query has only required parameters. The header has an
 * idempotency key, so that a reader who repeats the request makes no second payment. Each operation has its own key:
 * with a shared one, the second sample that a reader sends would be refused.
 */
export function sampleOf(it: PlacedOperation): SampleRequest {
  const { method, path, api, operation } = it;
  const query = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map((parameter) => `${parameter.name}=${exampleOf(parameter)}`);
  const route = path.replace(/\{(\w+)\}/g, (_, name: string) => pathValue(operation, name));
  const headers = operation.parameters.filter(
    ({ in: place, required, name }) =>
      place === 'header' && (required || (name === 'Idempotency-Key' && path !== '/apps')),
  );
  const content = resolveReference<Answer>(
    operation.responses[200] ?? operation.responses[201] ?? { description: '' },
  ).content;
  return {
    method,
    url: `${api === 'pos' ? '{pos_url}' : '{base_url}'}${route}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    authorization: authorizationOf(it),
    headers: Object.fromEntries(
      headers.map((parameter) => [
        parameter.name,
        parameter.name === 'Idempotency-Key' ? keyOf(path) : exampleOf(parameter),
      ]),
    ),
    body: bodyOf(operation),
    answer: content === undefined ? 'none' : isJson(content) ? 'json' : 'text',
  };
}

/** For example `order-1001-transactions-captures`. */
const keyOf = (path: string): string => ['order-1001', ...(path.match(/(?<=\/)\w+/g) ?? [])].join('-');

/** Whether JSON is the first media type of an answer. */
const isJson = (content: object): boolean => Object.keys(content)[0] === 'application/json';

/** A value for a parameter of the path: one of a list, or its name in capitals for the reader to replace. */
function pathValue({ parameters }: Operation, name: string): string {
  const choices = parameters.find((parameter) => parameter.name === name)?.schema.enum;
  return choices ? String(choices[0]) : placeholder(name);
}

const placeholder = (name: string): string => kebab(name).replaceAll('-', '_').toUpperCase();

function exampleOf({ name, example, schema }: Parameter): string {
  const value = example ?? schema.default ?? schema.enum?.[0];
  return value === undefined ? placeholder(/\[(\w+)\]/.exec(name)?.[1] ?? name) : String(value);
}

/**
 * Whether a reader can send the request. Browsers open pages and scripts, and report to `/csp-reports`. Only the payment page
 * may delete a card of its customer, and only the acquirer can sign its reports.
 */
function isTryable(it: PlacedOperation): boolean {
  const { path, operation } = it;
  const { content } = resolveReference<Answer>(
    Object.entries(operation.responses).find(([status]) => status < '300')?.[1] ?? { description: '' },
  );
  const isPage = content !== undefined && !isJson(content) && authorizationOf(it) === 'none';
  return !isPage && !/^\/((acquirers|l)\/|csp-reports$)/.test(path);
}

function tryable(it: PlacedOperation): TryableRequest {
  const { method, path, api, operation } = it;
  const body = bodyOf(operation);
  return {
    method,
    path,
    api,
    authorization: authorizationOf(it),
    parameters: operation.parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      required: parameter.required ?? false,
      example: parameter.in === 'path' || !parameter.required ? '' : knownExample(parameter),
      ...(parameter.schema.enum && { choices: parameter.schema.enum.map(String) }),
    })),
    ...(body !== undefined && { body: JSON.stringify(body, null, 2) }),
  };
}

const knownExample = ({ example, schema }: Parameter): string => String(example ?? schema.default ?? '');

/** The first page of the reference: every operation in one table for each tag. */
export const overview = (): Page => ({
  name: 'api',
  title: 'All operations',
  description: 'Every operation of the API, by subject.',
  markdown: [
    'Merchants’ servers call `{base_url}` with an API key. Browsers and apps of customers call `{pos_url}`, without one. The same in a form for programs: [`/openapi.json`]({base_url}/openapi.json), an OpenAPI 3.1 document, and [`/docs/postman.json`]({base_url}/docs/postman.json), a collection for Postman and other clients: set its variable `apiKey`.',
    ...document.tags.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      [
        '| operation | |',
        '|---|---|',
        ...operations
          .filter(({ operation }) => operation.tags[0] === name)
          .map(
            (it) =>
              `| [${code(`${it.method} ${it.path}`)}](${pageName(it)}.md) | ${cell(it.operation.summary)} |`,
          ),
      ].join('\n'),
    ]),
  ].join('\n\n'),
});
