/** The addresses of a Florin, and the merchant and app that use it. */
export interface Account {
  baseUrl: string;
  posUrl: string;
  /** The API key of an app that is a member of the merchant. */
  key: string;
  merchantId: string;
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
  /** Sends a request to the customer's API. */
  pos(path: string, body: object): Promise<Json>;
}

export function clientOf({ baseUrl, posUrl, key }: Account): Client {
  const authorization = key && `Basic ${Buffer.from(`:${key}`).toString('base64')}`;
  return {
    ask: (method, path, body) => send(method, baseUrl + path, body, authorization ? { authorization } : {}),
    pos: (path, body) => send('POST', posUrl + path, body, { 'accept-version': '1' }),
  };
}

async function send(
  method: string,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Json> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname}: ${answer.status} ${text.trim()}`);
  return text === '' ? undefined : JSON.parse(text);
}
