import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import type { LookupFunction } from 'node:net';
import { aborted } from '#aws/aborted.ts';
import { type Reach, webhookUrl } from '#domain/webhooks/webhook.ts';
import { type Address, resolveHost, Unreachable } from './resolve.ts';

/** The result of one delivery attempt. */
export interface Posted {
  /** The answer's status; absent where there was none. */
  status?: number;
  /** Why there was none: `TIMEOUT`, `ADDRESS_NOT_PUBLIC`, or what the system calls it (`ECONNREFUSED`). */
  error?: string;
  /** Milliseconds. */
  duration: number;
  /** The beginning of the answer's body. */
  answer: string;
}

interface Options {
  headers: Record<string, string>;
  body: string;
  /** Milliseconds until the status of the answer must be here. */
  timeout: number;
  reach: Reach;
  resolve?: typeof resolveHost;
}

/**
 * Limits of a response, in bytes: the stored part of the body, and the headers; in milliseconds: the wait for the
 * body.
 */
const limits = { body: 1024, headers: 8192, bodyWait: 1000 };

/**
 * Posts to a stranger's server, which may be anything: the address that was checked is the one that is connected to,
 * redirects are answers like others, and of an answer no more is read than is kept.
 */
export async function post(text: string, options: Options): Promise<Posted> {
  const started = performance.now();
  const signal = AbortSignal.timeout(options.timeout);
  const done = (rest: Omit<Posted, 'duration'>): Posted => ({
    ...rest,
    duration: Math.round(performance.now() - started),
  });
  try {
    const url = webhookUrl(text, options.reach);
    if (!url) throw new Unreachable('ADDRESS_NOT_PUBLIC');
    const resolve = options.resolve ?? resolveHost;
    const address = await Promise.race([resolve(url, options.reach), aborted(signal)]);
    const response = await send(url, address, options, signal);
    return done({ status: response.statusCode, answer: await beginningOf(response) });
  } catch (error) {
    return done({ error: signal.aborted ? 'TIMEOUT' : codeOf(error), answer: '' });
  }
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'FAILED';

/** With the name of the host in TLS and in `Host`, and no other header than those given. */
function send(
  url: URL,
  { address, family }: Address,
  { headers, body }: Options,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_, { all }, found) =>
    all ? found(null, [{ address, family }]) : found(null, address, family);
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? https : http)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
      agent: false,
      lookup,
      maxHeaderSize: limits.headers,
      signal,
    });
    outgoing.on('response', resolve).on('error', reject);
    outgoing.end(body);
  });
}

/** The answer stands with its status: what is wrong with its body, or how long that goes on, changes nothing. */
function beginningOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => {
      clearTimeout(timer);
      response.destroy();
      resolve(Buffer.concat(chunks).subarray(0, limits.body).toString());
    };
    const timer = setTimeout(end, limits.bodyWait);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limits.body) end();
    });
    response.on('error', end).on('close', end).on('end', end);
  });
}
