import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Shop {
  /** Another site than Florin's: browsers keep it apart. */
  origin: string;
  /** What browsers asked it for. */
  requests: IncomingMessage[];
  stop(): Promise<void>;
}

/** A merchant's website: the example shop, and any other path for a redirect to end at. */
export async function startShop(posUrl: string, key: string): Promise<Shop> {
  const page = readFileSync('examples/dialog.html', 'utf8')
    .replace('{pos_url}/sdk.js', `${posUrl}/sdk.js`)
    .replace("'{key}'", JSON.stringify(key));
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const isShop = request.url === '/';
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(isShop ? page : '<!doctype html><title>Shop</title><h1>Thank you</h1>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
