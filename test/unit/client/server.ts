import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers a request. `nth` counts requests from 1. */
export type Script = (response: ServerResponse, seen: Seen, nth: number) => void;

export interface Server {
  url: string;
  seen: Seen[];
  stop(): Promise<void>;
}

/** Starts a server that behaves as the test says. */
export async function startServer(script: Script): Promise<Server> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body };
    script(response, one, seen.push(one));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r1', ...headers });
  response.end(JSON.stringify(body));
};

/** Promises an answer of ten bytes, sends a part, and ends the connection. */
export const cutOff = (response: ServerResponse): void => {
  response.writeHead(201, { 'content-length': '10' });
  response.write('{"t', () => response.destroy());
};
