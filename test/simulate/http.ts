import { Agent, request } from 'node:http';

export interface Reply {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
  body: any;
}

export interface Sending {
  key?: string;
  body?: object;
  headers?: Record<string, string>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512, timeout: 3_000 });

/** Milliseconds that a client waits: longer than a function can take. */
const patience = 40_000;

/** @throws if no answer comes */
export function send(method: string, url: string, { key, body, headers = {} }: Sending = {}): Promise<Reply> {
  const text = body && JSON.stringify(body);
  const all: Record<string, string> = { ...headers };
  if (text) all['content-type'] = 'application/json';
  if (text) all['content-length'] = String(Buffer.byteLength(text));
  if (key) all.authorization = `Basic ${Buffer.from(`:${key}`).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: all, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, text, body: parse(text) });
      });
    });
    const timer = setTimeout(() => outgoing.destroy(new Error('No answer')), patience);
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end(text);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
