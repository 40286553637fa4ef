import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Gateway, limits } from './gateway.ts';

export interface Listening {
  port: number;
  url: string;
  /** Stops the server. It waits for open requests, but not for ever. */
  close(): Promise<void>;
}

export interface Logged {
  method: string;
  /** The path without the query. */
  path: string;
  status: number;
  milliseconds: number;
  function?: string;
  /** The method and the path of the route, with its parameters in braces, if there is one. */
  route?: string;
  /** The path with the ids in it alone, if there is a route. */
  shown?: string;
  requestId?: string;
  /** The caller that an authorizer has found. */
  appId?: string;
}

interface Options {
  /** The port; 0 for any free one. */
  port: number;
  /** The port's name for the message if it is taken. */
  name: string;
  /** The gateway. Requests wait until it is ready. */
  gateway: Promise<Gateway>;
  log(entry: Logged): void;
  report(error: unknown): void;
  /** Chooses a port to try in place of 0. By default the system chooses. */
  freePort?(): number;
}

/** Listens on both addresses of `localhost` and on no other. Clients may use the first, the second or either. */
export async function listen(options: Options): Promise<Listening> {
  const { port, name, gateway, log, report, freePort = () => 0 } = options;
  // Node.js's own limit on headers is lower than API Gateway's, and its answer is not JSON. The keep-alive time is
  // short, as some clients end only when their last connection ends.
  const connections = { maxHeaderSize: 64 * 1024, keepAliveTimeout: 5000 };
  const server = () => createServer(connections, handle);
  const servers = await bindBoth(port || freePort());
  const bound = portOf(servers[0]);
  return {
    port: bound,
    url: `http://localhost:${bound}`,
    close: async () => void (await Promise.all(servers.map(close))),
  };

  async function bindBoth(wanted: number): Promise<[Server, ...Server[]]> {
    const first = await bind(server(), wanted, '127.0.0.1', name);
    try {
      return [first, await bind(server(), portOf(first), '::1', name)];
    } catch (error) {
      if (!(error instanceof PortTaken)) return [first]; // This machine has no IPv6.
      await close(first);
      if (port !== 0) throw error;
      return bindBoth(freePort()); // The port was free only in IPv4.
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    try {
      const sent = await bodyOf(request);
      const { method = '', url = '/', rawHeaders, httpVersion, socket } = request;
      const { status, headers, body, ...reached } = await (await gateway)({
        method,
        url,
        rawHeaders,
        body: sent,
        sourceIp: (socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
        port: bound,
        protocol: `HTTP/${httpVersion}`,
      });
      const hasBody = status !== 204 && status !== 304;
      const length: [string, string][] = hasBody ? [['Content-Length', String(body.length)]] : [];
      response.writeHead(status, [...headers, ...length].flat());
      response.end(hasBody ? body : undefined);
      const milliseconds = performance.now() - started;
      log({ method, path: url.replace(/[?#].*$/s, ''), status, milliseconds, ...reached });
    } catch (error) {
      if (!request.destroyed || response.headersSent) report(error);
      response.destroy(); // The client has left, or the runner has not started.
    }
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

class PortTaken extends Error {}

function bind(server: Server, port: number, host: string, name: string): Promise<Server> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return fail(error);
      fail(new PortTaken(`Port ${port} is taken. Stop what listens there, or set ${name} to another one.`));
    });
    server.listen(port, host, () => done(server));
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), 3000);
  await closed;
  clearTimeout(force);
}

/**
 * Reads the body. Beyond the limit it drops the rest instead of stopping, since a client that is still sending would
 * not see the answer.
 */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (size <= limits.body) chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}
