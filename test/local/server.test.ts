import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Gateway } from '../../lib/local/gateway/gateway.ts';
import { type Listening, listen } from '../../lib/local/gateway/server.ts';

const gateway: Gateway = async () => ({ status: 200, headers: [], body: Buffer.from('ok') });

let server: Listening | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const serve = (options: Partial<Parameters<typeof listen>[0]> = {}) =>
  listen({
    port: 0,
    name: 'PORT',
    gateway: Promise.resolve(gateway),
    log: () => {},
    report: () => {},
    ...options,
  });

test('the server closes an idle connection after 5 seconds', async () => {
  server = await serve();
  const socket = connect(server.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'end'); // the server closes the connection: this side sends no more
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(answer).toMatch(/\r\nKeep-Alive: timeout=5\r\n/);
});

test('localhost reaches this server by 127.0.0.1 and by ::1', async () => {
  server = await serve();
  expect(server.url).toBe(`http://localhost:${server.port}`);
  expect((await fetch(`http://127.0.0.1:${server.port}`)).status).toBe(200);
  if (!(await hasIpv6())) return;
  expect((await fetch(`http://[::1]:${server.port}`)).status).toBe(200);
});

test('a free port is free for both addresses, so that no other server answers at localhost', async () => {
  if (!(await hasIpv6())) return;
  const other = createServer();
  await once(other.listen(0, '::1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const free = [port, port, 0];
  try {
    server = await serve({ freePort: () => free.shift() as number });
    expect(server.port).not.toBe(port);
    expect((await fetch(`http://[::1]:${server.port}`)).status).toBe(200);
    await expect(serve({ port })).rejects.toThrow(`Port ${port} is taken`);
  } finally {
    other.close();
  }
});

async function hasIpv6(): Promise<boolean> {
  const probe = createServer();
  const bound = await new Promise<boolean>((done) =>
    probe.once('error', () => done(false)).listen(0, '::1', () => done(true)),
  );
  probe.close();
  return bound;
}
