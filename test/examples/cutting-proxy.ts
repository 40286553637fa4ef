import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Cutting {
  url: string;
  /**
   * Loses the answers to matching requests (`GET /me`) from now on, or sends another answer in their place. The requests arrive
   * and take effect.
   */
  lose(requests: RegExp | undefined, instead?: { status: number; body: object }): void;
  stop(): void;
}

/** Starts a proxy between a shop and its Florin that can lose answers. */
export async function startCutting(target: string): Promise<Cutting> {
  const { hostname, port } = new URL(target);
  let lost: RegExp | undefined;
  let other: { status: number; body: object } | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forward = request({ hostname, port, method, path: url, headers }, (answer: IncomingMessage) => {
      if (lost?.test(`${method} ${url}`))
        answer.resume().on('end', () => {
          if (!other) return incoming.socket.destroy();
          outgoing
            .writeHead(other.status, { 'content-type': 'application/json' })
            .end(JSON.stringify(other.body));
        });
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers));
    });
    incoming.pipe(forward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (requests, instead) => {
      lost = requests;
      other = instead;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
