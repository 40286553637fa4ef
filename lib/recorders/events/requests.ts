import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Running } from '../../local/start-options.ts';

export interface Sent {
  /** The API key of an app. */
  key?: string;
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Whether the request goes to the checkout API. */
  pos?: boolean;
  /** The status, if a laptop must refuse the request. */
  refused?: number;
}

/** Sends a request and returns the answer. Unless `refused` is given, the request must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Ask = (method: string, path: string, sent?: Sent) => Promise<any>;

/** The addresses at which `npm start` serves the two APIs. Events contain them, wherever the events were recorded. */
const addresses = { base: 'localhost:3000', pos: 'localhost:3001' };

/** Makes a sender of requests over HTTP. It sends no header that differs between versions of Node.js. */
export function makeAsk({ baseUrl, posUrl }: Running, helloCredentials: string): Ask {
  return async (method, path, { key, json, form, headers, pos, refused } = {}) => {
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? '' : JSON.stringify(json);
    const credentials = path.startsWith('/api/') ? helloCredentials : key && `:${key}`;
    const sent = request((pos ? posUrl : baseUrl) + path, {
      method,
      headers: {
        host: pos ? addresses.pos : addresses.base,
        accept: '*/*',
        'user-agent': 'florin-events',
        ...(body && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...(credentials && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        ...(pos && { 'accept-version': '1' }),
        ...headers,
      },
    }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (refused ? response.statusCode !== refused : Number(response.statusCode) >= 300)
      throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  };
}
