import { setTimeout as sleep } from 'node:timers/promises';
import { Sha256Node } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { Unavailable } from '#domain/outcome.ts';
import { requestEnd } from './deadline.ts';
import { requireVariable } from './environment.ts';
import { readText } from './read-text.ts';

const env = process.env;

/** The services that functions call besides DynamoDB, by their name in signatures. */
export type Service = 'dynamodb' | 'dynamodb_streams' | 'kms' | 'secretsmanager' | 'ses' | 'sqs';

/** Host names and names in signatures that differ from the service's name. */
const hosts: Partial<Record<Service, string>> = { ses: 'email', dynamodb_streams: 'streams.dynamodb' };
const signedAs: Partial<Record<Service, string>> = { dynamodb_streams: 'dynamodb' };

interface Call {
  path?: string;
  headers: Record<string, string>;
  body: unknown;
}

interface Result<T> {
  ok: boolean;
  status: number;
  body: T & { __type?: string };
}

/**
 * In milliseconds: `patience` is the time for repeats after a failure, and `reserve` the time that is kept for the
 * rest of the request.
 */
const limits = { patience: 4_000, reserve: 5_000 } as const;

/**
 * The time to wait for one answer, in milliseconds. Customers wait for keys and secrets, and a repeated request for
 * a key or a secret is harmless, so these limits are short. For messages the limit is long: nobody waits for them,
 * and a message that is sent twice arrives twice.
 */
const answerWithin: Record<Service, number> = {
  dynamodb: 5_000,
  dynamodb_streams: 5_000,
  kms: 1_500,
  secretsmanager: 1_500,
  ses: 5_000,
  sqs: 5_000,
};

/**
 * Sends one signed request to an AWS service. A function needs one or two actions of a service, and the SDK's client
 * would make the function three times as large. Variables such as `AWS_ENDPOINT_URL_SQS` set endpoints, as for the
 * SDK. Throttling, failures of the service and missing answers are tried again, with backoff and full jitter.
 *
 * @returns the answer's status and JSON. A refusal by the service is returned, too, and the caller decides what it
 *   means
 * @throws Unavailable if throttling or failures last too long
 */
export async function callAws<T>(service: Service, call: Call): Promise<Result<T>> {
  const end = Math.min(Date.now() + limits.patience, requestEnd() - limits.reserve);
  for (let failures = 0; ; failures++) {
    const result = await ask<T>(service, call).catch((error: Error) => error);
    if (!(result instanceof Error) && !mayPass(result)) return result;
    const pause = Math.random() * Math.min(1_000, 50 * 2 ** failures);
    if (Date.now() + pause > end) throw new Unavailable(failureOf(service, result));
    await sleep(pause);
  }
}

const mayPass = ({ status, body }: Result<unknown>): boolean =>
  status >= 500 ||
  status === 429 ||
  /Throttl|TooManyRequests|RequestLimitExceeded|SlowDown|PriorRequestNotComplete/.test(body.__type ?? '');

const failureOf = (service: Service, result: Error | Result<unknown>): Error =>
  result instanceof Error
    ? new Error(`${service}: ${result.message}`, { cause: result })
    : new Error(`${service}: ${result.status} ${result.body.__type ?? ''}`);

async function ask<T>(service: Service, { path = '/', headers, body: value }: Call): Promise<Result<T>> {
  const signer = new SignatureV4({
    credentials: {
      accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
      secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
      sessionToken: env.AWS_SESSION_TOKEN,
    },
    region: requireVariable('AWS_REGION'),
    service: signedAs[service] ?? service,
    sha256: Sha256Node,
  });
  const endpoint =
    env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ??
    env.AWS_ENDPOINT_URL ??
    `https://${hosts[service] ?? service}.${env.AWS_REGION}.amazonaws.com`;
  const { href, protocol, host, hostname, pathname } = new URL(path, endpoint);
  const body = JSON.stringify(value);
  const request = { method: 'POST', protocol, hostname, path: pathname, headers: { ...headers, host }, body };
  const signed = await signer.sign(request);
  const signal = AbortSignal.timeout(answerWithin[service]);
  const response = await fetch(href, { method: 'POST', headers: signed.headers, body, signal });
  const text = await readText(response, signal);
  const answer = text === '' ? {} : JSON.parse(text);
  // REST services name their errors in a header.
  const type = response.ok ? undefined : response.headers.get('x-amzn-errortype')?.replace(/:.*$/, '');
  return { ok: response.ok, status: response.status, body: type ? { __type: type, ...answer } : answer };
}

/** The headers of services that use AWS's JSON protocol, which names the action in a header. */
export const jsonAction = (target: string, version: '1.0' | '1.1' = '1.1') => ({
  'content-type': `application/x-amz-json-${version}`,
  'x-amz-target': target,
});
