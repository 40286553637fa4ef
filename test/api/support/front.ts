import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Front {
  url: string;
  /** The `Authorization` header of each request so far, empty for a request without one. */
  authorizations: string[];
  stop(): void;
}

/** Starts a proxy in front of a Florin, which records the `Authorization` headers and can change headers of answers. */
export async function startFront(
  target: string,
  change: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders = (headers) => headers,
): Promise<Front> {
  const { origin, host, protocol } = new URL(target);
  const request = protocol === 'https:' ? overHttps : overHttp;
  const authorizations: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url } = incoming;
    const headers = { ...incoming.headers, host };
    authorizations.push(headers.authorization ?? '');
    const forward = request(origin + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, change(answer.headers));
      answer.pipe(outgoing);
    });
    incoming.pipe(forward);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    authorizations,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
