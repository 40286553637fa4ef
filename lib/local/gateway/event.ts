import { randomBytes, randomUUID } from 'node:crypto';
import { accountId } from '../template.ts';
import type { Api } from './api.ts';
import type { Match } from './router.ts';

/** An HTTP request as it was received. */
export interface HttpRequest {
  method: string;
  /** The path and query as they were sent. */
  url: string;
  /** Names and values in turn, as they were sent: the `rawHeaders` of Node.js. */
  rawHeaders: readonly string[];
  body: Buffer;
  sourceIp: string;
  /** The port that the runner listens on. */
  port: number;
  protocol?: string;
}

export interface EventOptions {
  /**
   * The part of the path before the API's own: `/<stage>` at `execute-api`, and a base path or nothing at a custom
   * domain. It is part of `requestContext.path` and never of `path`.
   */
  stagePrefix?: string;
  now?: Date;
}

export interface RequestContext {
  [name: string]: unknown;
  requestId: string;
  extendedRequestId: string;
  path: string;
  httpMethod: string;
  resourcePath?: string;
  identity: Record<string, string | null>;
  authorizer?: Record<string, unknown>;
}

/** The event of a Lambda proxy integration, REST API, format 1.0. */
export interface ProxyEvent {
  resource: string;
  path: string;
  httpMethod: string;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  queryStringParameters: Record<string, string> | null;
  multiValueQueryStringParameters: Record<string, string[]> | null;
  pathParameters: Record<string, string> | null;
  stageVariables: Record<string, string> | null;
  requestContext: RequestContext;
  body: string | null;
  isBase64Encoded: boolean;
}

/** Makes the event that API Gateway sends to the function of `match`, without the authorizer's part. */
export function makeEvent(
  request: HttpRequest,
  api: Api,
  match: Match,
  requestContext: RequestContext,
): ProxyEvent {
  const multiValueHeaders = multiValueHeadersOf(request);
  const multiValueQuery = queryOf(request.url);
  const isBase64Encoded =
    request.body.length > 0 &&
    isBinary(lastOf(multiValueHeaders, 'content-type') ?? '', api.binaryMediaTypes);

  return {
    resource: match.method.path,
    path: pathOf(request.url),
    httpMethod: request.method,
    headers: lastValues(multiValueHeaders),
    multiValueHeaders,
    queryStringParameters: orNull(lastValues(multiValueQuery)),
    multiValueQueryStringParameters: orNull(multiValueQuery),
    pathParameters: orNull(match.pathParameters),
    stageVariables: api.stageVariables,
    requestContext: {
      ...requestContext,
      resourceId: match.method.resourceId,
      resourcePath: match.method.path,
    },
    body: request.body.length === 0 ? null : request.body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

/** Makes the context of a request before it is routed. Gateway responses see it as `$context`. */
export function makeContext(request: HttpRequest, api: Api, options: EventOptions = {}): RequestContext {
  const now = options.now ?? new Date();
  // The name contains the port, so that functions can make URLs that work on this machine.
  const domainName = lastHeaderValue(request, 'host') ?? '';
  return {
    accountId,
    apiId: api.id,
    domainName,
    domainPrefix: domainName.split('.')[0],
    extendedRequestId: `${randomBytes(11).toString('base64url').slice(0, 15)}=`,
    httpMethod: request.method,
    identity: {
      accessKey: null,
      accountId: null,
      caller: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: request.sourceIp,
      user: null,
      userAgent: lastHeaderValue(request, 'user-agent') ?? null,
      userArn: null,
    },
    path: `${options.stagePrefix ?? ''}${pathOf(request.url)}`,
    protocol: request.protocol ?? 'HTTP/1.1',
    requestId: randomUUID(),
    requestTime: commonLogTime(now),
    requestTimeEpoch: now.getTime(),
    stage: api.stage,
  };
}

/**
 * The path of a URL as it was sent, even if it begins with several slashes, or is the whole URL, as clients send it to a proxy
 * (RFC 9112, section 3.2.2).
 */
export function pathOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^https?:\/\/[^/]*/i, '');
  return `/${path.replace(/^\/+/, '')}`;
}

/** The query's values by name. API Gateway decodes a query, but not a path. */
export function queryOf(url: string): Record<string, string[]> {
  const start = url.indexOf('?');
  const query: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : url.slice(start + 1))) {
    query[name] = [...(query[name] ?? []), value];
  }
  return { ...query };
}

/** Headers for the connection between the client and API Gateway, which functions do not get. */
const hopByHop = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** Names that API Gateway writes in a fixed case. It leaves all other names as they were sent. */
const knownNames = new Map([
  ['authorization', 'Authorization'],
  ['host', 'Host'],
  ['user-agent', 'User-Agent'],
]);

/** The headers that the function gets, including those that API Gateway adds. */
export function multiValueHeadersOf(request: HttpRequest): Record<string, string[]> {
  const headers = new Map<string, string[]>();
  const forwarded: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const sent = request.rawHeaders[index] ?? '';
    const value = request.rawHeaders[index + 1] ?? '';
    const lower = sent.toLowerCase();
    if (lower === 'x-forwarded-for') forwarded.push(value);
    if (hopByHop.has(lower) || Object.hasOwn(added, lower)) continue;
    const name = knownNames.get(lower) ?? sent;
    const values = headers.get(name);
    if (values) values.push(value);
    else headers.set(name, [value]);
  }
  for (const value of Object.values(added)) {
    const [name, text] = value(request, forwarded);
    headers.set(name, [text]);
  }
  return Object.fromEntries(headers);
}

/** The last value of a header as it was sent; `name` in lower case. */
function lastHeaderValue({ rawHeaders }: HttpRequest, name: string): string | undefined {
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === name) return rawHeaders[index + 1];
  return undefined;
}

const added: Record<string, (request: HttpRequest, forwarded: string[]) => [string, string]> = {
  'x-amzn-trace-id': () => ['X-Amzn-Trace-Id', `Root=${makeTraceId()}`],
  'x-forwarded-for': ({ sourceIp }, forwarded) => ['X-Forwarded-For', [...forwarded, sourceIp].join(', ')],
  'x-forwarded-port': ({ port }) => ['X-Forwarded-Port', String(port)],
  'x-forwarded-proto': () => ['X-Forwarded-Proto', 'http'],
};

function makeTraceId(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `1-${seconds}-${randomBytes(12).toString('hex')}`;
}

/** The last value of a header, whatever its case. */
export function lastOf(headers: Record<string, readonly string[]>, name: string): string | undefined {
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name.toLowerCase());
  return found.at(-1)?.[1].at(-1);
}

/** Whether API Gateway passes bodies of a media type on as bytes. `*` stands for any part of a type. */
export function isBinary(mediaType: string, binaryMediaTypes: readonly string[]): boolean {
  const [type, subtype] = (mediaType.split(';')[0] ?? '').trim().toLowerCase().split('/');
  return binaryMediaTypes.some((binary) => {
    const [binaryType, binarySubtype] = binary.toLowerCase().split('/');
    return (
      (binaryType === '*' || binaryType === type) && (binarySubtype === '*' || binarySubtype === subtype)
    );
  });
}

function lastValues(values: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, list]) => [name, list.at(-1) ?? '']));
}

function orNull<T extends object>(value: T): T | null {
  return Object.keys(value).length === 0 ? null : value;
}

/** Writes a time as `09/Apr/2015:12:34:56 +0000`. */
function commonLogTime(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
