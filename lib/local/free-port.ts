import { createServer } from 'node:net';

/**
 * Finds a free port of this machine, for a program that cannot look for one itself. Another program may still take it.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
