import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type Ajv from 'ajv/dist/2020.js';

/** The parts of an answer that tests read. */
export interface Response {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body, undefined if the answer has none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

/** The addresses of a Florin, including the path that a stage has in front of its routes. */
interface Address {
  baseUrl: string;
  posUrl: string;
}

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation> & { servers?: object[] }>;
}

interface Operation {
  operationId: string;
  responses: Record<string, { $ref: string } | Answer>;
}

interface Answer {
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}

declare const loadOnce: (path: string) => {
  readOpenApi(file: string): { document: Document; ajv: InstanceType<typeof Ajv> };
};

const file = process.env.FLORIN_OPENAPI;
const openApi =
  file === undefined
    ? undefined
    : loadOnce(join(process.cwd(), 'test/api/support/openapi.cjs')).readOpenApi(file);
const document = openApi?.document;

const addresses = new Set<Address>();

/**
 * Registers a Florin: only answers from registered addresses are checked.
 *
 * @returns a function to call when this Florin has ended, because another Florin may reuse its ports for the other API
 */
export function expectContractOf(address: Address): () => void {
  addresses.add(address);
  return () => addresses.delete(address);
}

if (process.env.FLORIN_BASE_URL && process.env.FLORIN_POS_URL)
  expectContractOf({ baseUrl: process.env.FLORIN_BASE_URL, posUrl: process.env.FLORIN_POS_URL });

/**
 * Checks an answer in the API tests against the OpenAPI document: status, media type, and the schema of the body. A
 * route that is not in the document must be answered as unknown.
 *
 * @throws if the answer differs from the document
 */
export function checkContract(method: string, url: URL, response: Response): void {
  const found = openApi && locate(url);
  if (!found || method === 'OPTIONS') return;
  const { ajv } = openApi;
  const { side, path } = found;
  const name = `${method} ${path}`;
  if (!response.headers['x-request-id']) fail(name, response, 'has no header X-Request-Id');
  // The answers to HEAD are those to GET without the body. The document describes only GET.
  const asked = method === 'HEAD' ? 'GET' : method;
  const [template = '', operation] = operationOf(asked, side, path) ?? [];
  if (!operation) {
    checkUnknown(side, name, response, templateOf(side, path) !== undefined);
    return;
  }

  const pointer = answerPointer(operation, template, asked, response.status);
  if (!pointer) fail(name, response, 'has a status that is not in the OpenAPI document');
  const { headers = {}, content } = at(pointer) as Answer;
  checkHeaders(name, response, Object.keys(headers));
  if (!content) {
    if (response.text !== '') fail(name, response, 'must have no body, as in the OpenAPI document');
    return;
  }
  if (method === 'HEAD' && response.text !== '') fail(name, response, 'must have no body, as for HEAD');
  const type = response.headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
  if (!Object.hasOwn(content, type))
    fail(name, response, `is in ${type}, which is not in the OpenAPI document`);
  if (type !== 'application/json' || method === 'HEAD') return;
  const validate = ajv.getSchema(`openapi#${pointer}/content/${inPointer(type)}/schema`);
  if (!validate) throw new Error(`The OpenAPI document has no schema at ${pointer}`);
  if (!validate(response.body))
    fail(name, response, `differs from the OpenAPI document: ${ajv.errorsText(validate.errors)}`);
  const { error, message, text } = response.body ?? {};
  if (response.status >= 400 && typeof error === 'string' && text !== message)
    fail(name, response, 'has another `text` than `message`, unlike the OpenAPI document');
}

/** Headers with a meaning for clients. Every answer can have those that browsers and caches read. */
const meaningful = ['florin-ignored', 'idempotency-replayed', 'location', 'retry-after', 'www-authenticate'];

/** Checks that the document has each header of the answer. Errors share their descriptions, which leave out `Florin-Ignored`. */
function checkHeaders(name: string, response: Response, described: readonly string[]): void {
  const lower = described.map((header) => header.toLowerCase());
  for (const header of meaningful)
    if (
      response.headers[header] !== undefined &&
      !lower.includes(header) &&
      !(header === 'florin-ignored' && response.status >= 400)
    )
      fail(name, response, `has the header ${header}, which is not in the OpenAPI document`);
}

/** Checks the answer to an unknown path or method against the table of errors in the document's guide. */
function checkUnknown(side: 'base' | 'pos', name: string, response: Response, isPath: boolean): void {
  const { status, headers, body } = response;
  // The mocks of API Gateway answer 415 to some media types.
  if (status === 415) return;
  if (status !== 405 && (status !== 404 || isPath))
    fail(name, response, 'must be a 404 or 405, because the OpenAPI document has no such route');
  if (status === 405 && !headers.allow) fail(name, response, 'has no header Allow');
  if (name.startsWith('HEAD ')) return;
  const isMerchants = side === 'base' && !(status === 405 && name.includes(' /api/'));
  const { [isMerchants ? 'error' : 'code']: error, message, ...others } = body ?? {};
  if (isMerchants) delete others.text;
  const expected = status === 405 && side === 'base' ? 'METHOD_NOT_ALLOWED' : 'ENDPOINT_NOT_FOUND';
  if (error !== expected || typeof message !== 'string' || Object.keys(others).length > 0)
    fail(name, response, `must have the error ${expected}, a message and no other fields`);
}

function fail(name: string, { status, text }: Response, what: string): never {
  throw new Error(`${name}: the answer ${status} ${what}\n${text.slice(0, 2000)}`);
}

/** Returns the side and the path of a URL, without the prefix of the stage. */
function locate(url: URL): { side: 'base' | 'pos'; path: string } | undefined {
  for (const { baseUrl, posUrl } of addresses)
    for (const [side, start] of [['base', baseUrl] as const, ['pos', posUrl] as const])
      if (url.href === start || url.href.startsWith(`${start}/`)) {
        const path = url.pathname.slice(new URL(start).pathname.replace(/\/$/, '').length);
        return { side, path: path.replace(/\/+$/, '') || '/' };
      }
  return undefined;
}

/** Returns the matching path template with the fewest parameters, as API Gateway does. */
function templateOf(side: 'base' | 'pos', path: string): string | undefined {
  const candidates = Object.entries(document?.paths ?? {})
    .filter(([template, { servers }]) => (servers ? 'pos' : 'base') === side && matches(template, path))
    .map(([template]) => template);
  return candidates.sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

function operationOf(method: string, side: 'base' | 'pos', path: string): [string, Operation] | undefined {
  const template = templateOf(side, path);
  const operation = document?.paths[template ?? '']?.[method.toLowerCase()];
  return template === undefined || !operation ? undefined : [template, operation];
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index]))
  );
}

function answerPointer({ responses }: Operation, template: string, method: string, status: number) {
  const answer = responses[status];
  if (!answer) return undefined;
  if ('$ref' in answer) return answer.$ref.slice(1);
  return `/paths/${inPointer(template)}/${method.toLowerCase()}/responses/${status}`;
}

const inPointer = (key: string): string =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

const at = (pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
