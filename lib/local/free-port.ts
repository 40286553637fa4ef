import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Finds a free port of this machine, for a program that cannot look for one itself. Another program may still take it.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, host, done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Finds an address of this machine that no web page can guess, with a free port: one of 16 million loopback addresses.
 * macOS has only 127.0.0.1.
 */
export async function hiddenAddress(): Promise<{ host: string; port: number }> {
  const host = `127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}`;
  const port = await freePort(host).catch(() => undefined);
  return port === undefined ? { host: '127.0.0.1', port: await freePort() } : { host, port };
}
