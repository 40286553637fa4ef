import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type Loopback, serveHere } from './loopback.ts';

/**
 * Starts a proxy before the engine for the programs of this machine. The engine itself lets every web page read its
 * answers (`Access-Control-Allow-Origin: *`), and its address is known to this process alone.
 */
export async function startDoor(engine: string): Promise<Loopback> {
  const agent = new Agent({ keepAlive: true });
  const server = await serveHere(async (incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const forwarded = incoming.pipe(request(engine, { method, path, headers, agent }));
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const { 'access-control-allow-origin': _, ...own } = answer.headers;
    answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, own));
  });
  return {
    endpoint: server.endpoint,
    stop: async () => {
      await server.stop();
      agent.destroy();
    },
  };
}
