import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { transformSync } from 'esbuild';

export interface Shop {
  /** Another site than Florin's: browsers keep it apart. */
  origin: string;
  /** The requests of browsers. */
  requests: IncomingMessage[];
  stop(): Promise<void>;
}

/** `florin/checkout` of the client as it is in the package. */
const checkout = () =>
  transformSync(readFileSync('packages/florin/src/checkout.ts', 'utf8'), { loader: 'ts' }).code;

function sourceOf(example: string): string {
  if (!example.endsWith('.md')) return readFileSync(`examples/${example}.html`, 'utf8');
  return /```html\n(.*?)```/s.exec(readFileSync(example, 'utf8'))?.[1] ?? '';
}

/**
 * Starts a merchant's website: an example shop, the client, and an empty page at every other path, to which redirects can
 * lead.
 *
 * @param example the name of its page in `examples/`, or the guide that contains the page as a block:
 *   `docs/inline-fields.md`
 * @param link the `url` of the order's link, for a page that pays one
 */
export async function startShop(posUrl: string, key: string, example = 'dialog', link = ''): Promise<Shop> {
  const page = sourceOf(example)
    .replace("'{pos_url}'", JSON.stringify(posUrl))
    .replace('{pos_url}/sdk.js', `${posUrl}/sdk.js`)
    .replace("'{key}'", JSON.stringify(key))
    .replace("'{link}'", JSON.stringify(link));
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (request.url === '/florin/checkout.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' });
      response.end(checkout());
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(request.url === '/' ? page : '<!doctype html><title>Shop</title><h1>Thank you</h1>');
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
