import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readText } from '../../../functions/core/aws/read-text.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let answer: RequestListener;
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

async function read(time: number): Promise<string> {
  const signal = AbortSignal.timeout(time);
  return readText(await fetch(url, { signal }), signal);
}

test('readText returns the whole response, even if a chunk ends inside a character', async () => {
  const [one, other] = [Buffer.from('Käse €').subarray(0, 7), Buffer.from('Käse €').subarray(7)];
  answer = (_, response) => {
    response.write(one);
    setTimeout(() => response.end(other), 50);
  };
  expect(await read(5000)).toBe('Käse €');
  answer = (_, response) => void response.writeHead(204).end();
  expect(await read(5000)).toBe('');
});

test.each(['', ' '.repeat(1000)])(
  'readText times out on a response that never ends, even during garbage collection (it repeats %j)',
  async (chunk) => {
    let closed: Promise<unknown> | undefined;
    answer = (_, response) => {
      response.write(' ');
      const more = setInterval(() => chunk && response.write(chunk), 10);
      closed = once(response, 'close').then(() => clearInterval(more));
    };
    const collecting = setInterval(collectGarbage, 20);
    const started = Date.now();
    await expect(read(500)).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    clearInterval(collecting);
    expect(Date.now() - started).toBeLessThan(5_000);
    await closed;
  },
);

test('readText stops reading a response that is too large', async () => {
  answer = (_, response) => {
    const more = setInterval(() => response.write(Buffer.alloc(1024 * 1024)), 1);
    response.on('close', () => clearInterval(more));
  };
  await expect(read(20_000)).rejects.toThrow(RangeError);
});
