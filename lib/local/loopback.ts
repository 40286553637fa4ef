import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mayBeFromWebPage, notForBrowsers } from './web-pages.ts';

export interface Loopback {
  endpoint: string;
  /** Closes all connections. */
  stop(): Promise<void>;
}

/**
 * Serves programs of this machine on a free port, and refuses requests of web pages. If answering fails, the connection is
 * closed.
 */
export async function serveHere(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): Promise<Loopback> {
  const server = createServer((incoming, outgoing) => {
    if (mayBeFromWebPage(incoming.headers)) {
      outgoing.writeHead(403, { 'content-type': 'text/plain', connection: 'close' }).end(notForBrowsers);
      return;
    }
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = 65_000; // a client on this machine must not lose a connection because it was idle
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
