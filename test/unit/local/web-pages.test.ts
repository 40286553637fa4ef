import { once } from 'node:events';
import { request } from 'node:http';
import { makeAws } from '../../../lib/local/aws/aws.ts';
import { serveHere } from '../../../lib/local/loopback.ts';
import { mayBeFromWebPage } from '../../../lib/local/web-pages.ts';

test.each([
  [{ host: 'localhost:3003' }, false],
  [{ host: '127.0.0.1:3003' }, false],
  [{ host: '[::1]:3003' }, false],
  [{ host: 'host.docker.internal:8000' }, false],
  [{ host: 'florin:3003' }, false],
  [{}, false],
  [{ host: 'localhost:3003', origin: 'http://localhost:3003' }, true],
  [{ host: '127.0.0.1:3003', origin: 'null' }, true],
  [{ host: 'page.example:3003' }, true],
  [{ host: '127.0.0.1.page.example' }, true],
  [{ host: 'localhost.page.example' }, true],
])('a request with the headers %j may be from a web page: %s', (headers, expected) => {
  expect(mayBeFromWebPage(headers)).toBe(expected);
});

test('the servers before the engine refuse a request from a web page, and do not let pages read their responses', async () => {
  const answer = jest.fn(async (_incoming, outgoing) => void outgoing.end('{}'));
  const server = await serveHere(answer);
  const send = async (headers: object) => {
    const sent = request(server.endpoint, { method: 'POST', headers: { ...headers } }).end('{}');
    const [response] = await once(sent, 'response');
    response.resume();
    return [response.statusCode, response.headers['access-control-allow-origin']];
  };
  try {
    expect(await send({ origin: 'https://page.example' })).toEqual([403, undefined]);
    expect(await send({ host: 'page.example' })).toEqual([403, undefined]);
    expect(answer).not.toHaveBeenCalled();
    expect(await send({})).toEqual([200, undefined]);
  } finally {
    await server.stop();
  }
});

test('the server in place of AWS refuses a request from a web page', async () => {
  const answer = makeAws({} as never);
  const send = (...rawHeaders: string[]) =>
    answer({ method: 'POST', url: '/', rawHeaders, body: Buffer.from('{}') } as never);
  expect((await send('Host', 'page.example:3003', 'X-Amz-Target', 'AmazonSQS.ListQueues')).status).toBe(403);
  expect((await send('Host', 'localhost:3003', 'Origin', 'null')).status).toBe(403);
  expect((await send('Host', 'localhost:3003')).status).toBe(404);
});
