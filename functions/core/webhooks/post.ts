import { request as http, type IncomingMessage } from 'node:http';
import { request as https } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rejectOnAbort } from '#aws/read-text.ts';
import { type Reach, webhookUrl } from '#domain/webhooks/endpoint-url.ts';
import { type Address, resolveHost, Unreachable } from './resolve.ts';

/** The result of one delivery attempt. */
export interface PostResult {
  /** The status of the response; absent if there was no response. */
  status?: number;
  /**
   * The reason for a missing response: `TIMEOUT`, `ADDRESS_NOT_PUBLIC`, `HOST_NOT_FOUND`, the system's error code (such
   * as `ECONNREFUSED`), or `FAILED` for an error without a code.
   */
  error?: string;
  /** In milliseconds. */
  duration: number;
  /** The beginning of the response's body. */
  answer: string;
}

interface Options {
  headers: Record<string, string>;
  body: string;
  /** The longest wait for the response's status, in milliseconds. */
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
 * Posts to a merchant's endpoint, which may be hostile. The connection goes to exactly the address that was checked.
 * Florin follows no redirect, and reads only the part of the response that it stores.
 */
export async function post(text: string, options: Options): Promise<PostResult> {
  const started = performance.now();
  const signal = AbortSignal.timeout(options.timeout);
  const withDuration = (rest: Omit<PostResult, 'duration'>): PostResult => ({
    ...rest,
    duration: Math.round(performance.now() - started),
  });
  try {
    const url = webhookUrl(text, options.reach);
    if (!url) throw new Unreachable('ADDRESS_NOT_PUBLIC');
    const resolve = options.resolve ?? resolveHost;
    const address = await Promise.race([resolve(url, options.reach), rejectOnAbort(signal)]);
    const response = await send(url, address, options, signal);
    return withDuration({ status: response.statusCode, answer: await beginningOf(response) });
  } catch (error) {
    return withDuration({ error: signal.aborted ? 'TIMEOUT' : codeOf(error), answer: '' });
  }
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? 'FAILED';

/** Connects to the given address, with the URL's host name in TLS and in the header `Host`. */
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
    // If the server switches to another protocol (status 101), Node.js without this listener closes the connection and
    // emits no event, so the promise would stay pending.
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    outgoing.on('response', resolve).on('error', reject);
    outgoing.end(body);
  });
}

/**
 * Reads the beginning of a response's body. The outcome depends only on the status, so a broken or endless body
 * does not count as an error, and just ends the reading.
 */
function beginningOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stopReading = () => {
      clearTimeout(timer);
      response.destroy();
      resolve(Buffer.concat(chunks).subarray(0, limits.body).toString());
    };
    const timer = setTimeout(stopReading, limits.bodyWait);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limits.body) stopReading();
    });
    response.on('error', stopReading).on('close', stopReading).on('end', stopReading);
  });
}
