import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { goodDay } from '../../../lib/local/model/settings.ts';
import { checkContract, type Response } from './contract.ts';

export type { Response };

export interface Request {
  /** An app's API key. */
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless `form` is set or the body is a text. */
  body?: unknown;
  form?: Record<string, string>;
  query?: Record<string, string | number>;
}

/** Closes idle connections before Florin does after 5 s. Otherwise Florin could close a connection during its reuse. */
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 2_000 });

/** On the model of DynamoDB, the index of a list lags behind the table, so each request for a list first waits. */
const onModel = process.env.FLORIN_MODEL !== undefined;

/** Sends an HTTP request, and checks the answer against the OpenAPI document. */
export async function send(url: string, method: string, options: Request = {}): Promise<Response> {
  const { body, contentType } = encode(options);
  const target = new URL(url);
  for (const [name, value] of Object.entries(options.query ?? {}))
    target.searchParams.set(name, String(value));
  const headers: Record<string, string> = {
    ...(contentType ? { 'content-type': contentType } : {}),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...(options.key ? { authorization: basic('', options.key) } : {}),
    // API Gateway sets this header. The emulator at `<api>.execute-api.localhost` does not set the header, and has no TLS.
    ...(target.hostname.endsWith('.localhost') ? { 'x-forwarded-proto': 'http' } : {}),
    ...options.headers,
  };
  if (onModel && target.searchParams.has('limit')) await sleep(1.5 * goodDay.indexLag);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(target, { method, headers, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const answer = {
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          body: parse(text),
        };
        try {
          checkContract(method, target, answer);
          resolve(answer);
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      // On a busy machine, Florin can close an idle connection before this process does. A request that changes nothing
      // when it is repeated is sent again, as HTTP clients do.
      const isIdle = outgoing.reusedSocket && error.code === 'ECONNRESET';
      if (isIdle && method !== 'POST') send(url, method, options).then(resolve, reject);
      else reject(error);
    });
    outgoing.end(body);
  });
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

function encode({ body, form }: Request): { body?: string; contentType?: string } {
  if (form)
    return { body: new URLSearchParams(form).toString(), contentType: 'application/x-www-form-urlencoded' };
  if (typeof body === 'string') return { body };
  if (body !== undefined) return { body: JSON.stringify(body), contentType: 'application/json' };
  return {};
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the status and the error code of an answer on the checkout API. */
export const refusal = ({ status, body: { code } }: Pick<Response, 'status' | 'body'>) => [status, code];
