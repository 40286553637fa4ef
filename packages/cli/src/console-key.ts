import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { UsageError } from './failures.ts';
import { makeUnsealer } from './unsealer.ts';

/** A key that a person has made for this tool in the console. */
export interface ConsoleKey {
  key: string;
  merchantId: string;
}

interface Options<T> {
  /** The console, without a slash at its end. */
  consoleUrl: string;
  /** If set, only a key of this merchant is accepted. */
  merchantId: string | undefined;
  /** Shows a person the link to open, and the characters that the page shows as well, for comparison. */
  show(link: string, check: string): void;
  /** Checks the key and stores it. The browser shows whether this succeeded. */
  keep(given: ConsoleKey): Promise<T>;
  /** The longest wait for the person, in milliseconds. */
  patience?: number;
}

/** In bytes: more than the form with a sealed key needs. */
const mostBytes = 4096;

/**
 * Lets a person make a key in the console's page, which sends the key to a port that only this machine can reach.
 * So a stranger who sends somebody such a link does not receive the key. The secret in the link protects against
 * requests of other programs and pages to the port. The key is encrypted, as another program may have the port
 * after this one has ended.
 */
export async function keyFromConsole<T>(options: Options<T>): Promise<T> {
  const { consoleUrl, merchantId, show, keep, patience = 10 * 60_000 } = options;
  const { point, unseal } = await makeUnsealer();
  const state = randomBytes(32).toString('hex');
  const server = createServer();
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  const device =
    hostname()
      .replace(/[^\w.-]/g, '')
      .slice(0, 63) || 'computer';
  const query = new URLSearchParams({ port: String(port), state, point, device });
  if (merchantId) query.set('merchant', merchantId);

  let isTaken = false;
  const answered = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new UsageError('Nobody has made a key in the console in time. Run the command again.')),
      patience,
    );
    server.on('request', async (request, response) => {
      const given = await readAnswer(request, `127.0.0.1:${port}`).catch(() => undefined);
      if (!given || !isSame(given.state, state)) return refuse(response);
      const key = await unseal(given.key, state).catch(() => undefined);
      if (key === undefined || isTaken) return refuse(response);
      isTaken = true;
      clearTimeout(timer);
      const kept = keep({ key, merchantId: given.merchantId });
      const outcome = await kept.then(
        () => 'done',
        () => 'failed',
      );
      response.writeHead(303, { Location: `${consoleUrl}/#/tool/${outcome}`, ...headers }).end();
      if (request.socket.destroyed) resolve(kept);
      else response.once('close', () => resolve(kept));
    });
  });
  try {
    show(`${consoleUrl}/#/tool?${query}`, `${state.slice(0, 3)} ${state.slice(3, 6)}`);
    return await answered;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const headers = { 'Cache-Control': 'no-store', Connection: 'close' };

const refuse = (response: ServerResponse): void => {
  response.writeHead(403, { 'Content-Type': 'text/plain', ...headers }).end('This is not for you.\n');
};

/**
 * Reads the form of the console's page. Refuses a request with another host, which comes from a page that has
 * redirected its own host name to this machine.
 */
async function readAnswer(request: IncomingMessage, host: string) {
  if (request.method !== 'POST' || request.url !== '/' || request.headers.host !== host) return undefined;
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostBytes) return undefined;
  }
  const form = new URLSearchParams(text);
  const of = (name: string) => form.get(name) ?? '';
  return { state: of('state'), merchantId: of('merchant'), key: of('key') };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
