import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The addresses of a Florin, and the app that uses it. */
export interface Account {
  baseUrl: string;
  posUrl: string;
  /** The API key of the app; absent for requests without credentials. */
  key?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

export interface Client {
  /**
   * Sends a request to the merchants' API.
   *
   * @throws Error that says which request was refused, and why
   */
  ask(method: string, path: string, body?: object): Promise<Json>;
  /**
   * Sends a request to the checkout API.
   *
   * @param expected statuses of refusals whose answers are returned
   */
  pos(path: string, body: object, expected?: readonly number[]): Promise<Json>;
}

export function clientOf({ baseUrl, posUrl, key }: Account, request: typeof fetch = fetch): Client {
  const authorization = key ? authorizationOf(key) : {};
  return {
    ask: (method, path, body) => send(request, method, baseUrl + path, body, authorization),
    pos: (path, body, expected) =>
      send(request, 'POST', posUrl + path, body, { 'accept-version': '1' }, expected),
  };
}

/** A client that sends a request again while Florin is too busy. With its key, the request has one effect. */
export const patientClientOf = (account: Account): Client =>
  clientOf(account, async (url, sent) => {
    const headers = { ...(sent?.headers as Record<string, string>), 'idempotency-key': randomUUID() };
    for (let n = 1; ; n++) {
      const answer = await fetch(url, { ...sent, headers, signal: AbortSignal.timeout(30_000) });
      if (answer.status !== 503 || n === 10) return answer;
      await sleep(1000 * n);
    }
  });

/** The header with which an app identifies itself. */
export const authorizationOf = (key: string) => ({
  authorization: `Basic ${Buffer.from(`:${key}`).toString('base64')}`,
});

async function send(
  request: typeof fetch,
  method: string,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
  expected: readonly number[] = [],
): Promise<Json> {
  const answer = await request(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (!answer.ok && !expected.includes(answer.status))
    throw new Refused(`${method} ${new URL(url).pathname}: ${answer.status} ${text.trim()}`, answer.status);
  return text === '' ? undefined : JSON.parse(text);
}

/** A request was refused. */
export class Refused extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
