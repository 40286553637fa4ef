import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SignInLinks {
  url: string;
  stop(): void;
}

/** Answers a POST of an address with a link that signs its user in, for tests in other processes. */
export async function serveSignInLinks(linkFor: (email: string) => Promise<string>): Promise<SignInLinks> {
  const server = createServer(async (request, response) => {
    try {
      response.end(await linkFor(await text(request)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
