import { Resolver } from 'node:dns/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { post } from '../../../functions/core/webhooks/post.ts';
import { resolveHost } from '../../../functions/core/webhooks/resolve.ts';

const url = new URL('https://shop.example/hooks');
const found =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('resolveHost returns the first address if all addresses are public', async () => {
  expect(await resolveHost(url, 'public', found('1.1.1.1', '2606:4700::1111'))).toEqual({
    address: '1.1.1.1',
    family: 4,
  });
  expect(await resolveHost(url, 'public', found('2606:4700::1111'))).toMatchObject({ family: 6 });
});

test.each([
  ['a private address', ['10.0.0.1']],
  ['a public and a private address', ['1.1.1.1', '169.254.169.254']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['an AWS metadata address', ['fd00:ec2::254']],
])('resolveHost refuses a host with %s', async (_, addresses) => {
  await expect(resolveHost(url, 'public', found(...addresses))).rejects.toMatchObject({
    code: 'ADDRESS_NOT_PUBLIC',
  });
});

test('resolveHost knows the names of this machine on a laptop', async () => {
  expect((await resolveHost(new URL('http://localhost/'), 'any')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
});

test('an address in the URL is checked without a lookup', async () => {
  const never = async () => {
    throw new Error('Looked up');
  };
  const of = (text: string) => resolveHost(new URL(text), 'public', never);
  await expect(of('https://[::1]/')).rejects.toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
  await expect(of('https://127.1/')).rejects.toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
  expect(await of('https://1.1.1.1/')).toEqual({ address: '1.1.1.1', family: 4 });
});

test('resolveHost refuses a host without an address', async () => {
  await expect(resolveHost(url, 'public', found())).rejects.toMatchObject({ code: 'HOST_NOT_FOUND' });
});

/**
 * An attacker could change the name’s address between check and connection, so post connects to the checked address.
 */
test('post connects to the checked address without a second lookup', async () => {
  const server = createServer((request, response) => response.end(request.headers.host));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    const lookups: string[] = [];
    const { status, answer } = await post(`http://rebound.invalid:${port}/`, {
      headers: {},
      body: '{}',
      timeout: 5000,
      reach: 'any',
      resolve: async ({ hostname }) => {
        lookups.push(hostname);
        return { address: '127.0.0.1', family: 4 };
      },
    });
    expect([status, answer, lookups]).toEqual([200, `rebound.invalid:${port}`, ['rebound.invalid']]);
  } finally {
    server.close();
  }
});

test('post times out if the lookup of the host never ends', async () => {
  const { error, duration } = await post(url.href, {
    headers: {},
    body: '{}',
    timeout: 200,
    reach: 'public',
    resolve: () => new Promise(() => {}),
  });
  expect(error).toBe('TIMEOUT');
  expect(duration).toBeLessThan(10_000);
});

test.each(['http://1.1.1.1/', 'https://127.0.0.1/', 'https://1.1.1.1:8443/', 'https://a:b@1.1.1.1/', 'x'])(
  'post refuses %s without a request',
  async (text) => {
    const posted = await post(text, { headers: {}, body: '{}', timeout: 200, reach: 'public' });
    expect(posted).toMatchObject({ error: 'ADDRESS_NOT_PUBLIC', answer: '' });
  },
);

describe('names are looked up at name servers', () => {
  afterEach(() => jest.restoreAllMocks());

  test.each<[string, string[] | undefined, string[] | undefined, object]>([
    [
      'the IPv4 address, if there are both',
      ['1.1.1.1'],
      ['2606:4700::1111'],
      { address: '1.1.1.1', family: 4 },
    ],
    ['the IPv6 address of a name without another', undefined, ['2606:4700::1111'], { family: 6 }],
    ['the IPv4 address of a name without another', ['1.1.1.1'], undefined, { family: 4 }],
    ['no address, if one of them is private', ['1.1.1.1'], ['::1'], { code: 'ADDRESS_NOT_PUBLIC' }],
    ['no address of an unknown name', undefined, undefined, { code: 'HOST_NOT_FOUND' }],
  ])('the result of the name servers is %s', async (_, ipv4, ipv6, expected) => {
    const answer = (all: string[] | undefined) => async (): Promise<never> => {
      if (!all) throw new Error('ENODATA');
      return all as never;
    };
    jest.spyOn(Resolver.prototype, 'resolve4').mockImplementation(answer(ipv4));
    jest.spyOn(Resolver.prototype, 'resolve6').mockImplementation(answer(ipv6));
    expect(await resolveHost(url, 'public').catch((error) => error)).toMatchObject(expected);
  });
});

describe('a merchant’s server', () => {
  let listener: RequestListener;
  const received: { method?: string; headers: IncomingHttpHeaders; text: string }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ method: request.method, headers: request.headers, text });
    listener(request, response);
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const postTo = (given: RequestListener, timeout = 5000) => {
    listener = given;
    const { port } = server.address() as AddressInfo;
    const [headers, body] = [{ 'webhook-id': '1' }, '{"name":"Smørrebrød & Čaj"}'];
    return post(`http://127.0.0.1:${port}/hooks`, { headers, body, timeout, reach: 'any' });
  };

  test('a merchant’s server gets the whole body, and no other headers than it needs', async () => {
    const posted = await postTo((_, response) => response.writeHead(204).end());
    expect(posted).toEqual({ status: 204, answer: '', duration: expect.any(Number) });
    const [{ method, headers, text } = { headers: {} }] = received;
    expect([method, text, headers.connection]).toEqual(['POST', '{"name":"Smørrebrød & Čaj"}', 'close']);
    expect(Object.keys(headers).sort()).toEqual(['connection', 'content-length', 'host', 'webhook-id']);
  });

  test.each<[string, RequestListener, object]>([
    ['answers', (_, response) => response.writeHead(201).end('Taken'), { status: 201, answer: 'Taken' }],
    [
      'answers in parts',
      (_, response) => {
        response.write('One, ');
        setTimeout(() => response.end('two'), 50);
      },
      { status: 200, answer: 'One, two' },
    ],
    [
      'answers at length',
      (_, response) => response.end('x'.repeat(1023) + 'y'.repeat(5000)),
      { status: 200, answer: `${'x'.repeat(1023)}y` },
    ],
    [
      'redirects',
      (_, response) => response.writeHead(307, { location: '/elsewhere' }).end(),
      { status: 307 },
    ],
    [
      'switches to another protocol',
      ({ socket }) =>
        void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: own\r\n\r\n'),
      { status: 101, answer: '' },
    ],
    ['hangs up', (_, response) => response.destroy(), { error: 'ECONNRESET', answer: '' }],
    [
      'hangs up in the middle of its answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('Half');
        setTimeout(() => response.destroy(), 50);
      },
      { status: 200, answer: 'Half' },
    ],
    [
      'answers with many headers',
      (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(9000) }).end(),
      { error: 'HPE_HEADER_OVERFLOW', answer: '' },
    ],
    [
      'answers with just as many headers as are read',
      (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(7500) }).end(),
      { status: 200 },
    ],
  ])('a merchant’s server that %s is asked once', async (_, given, expected) => {
    expect(await postTo(given)).toMatchObject(expected);
    expect(received).toHaveLength(1);
  });

  test('a merchant’s server that never ends its response counts as having accepted the event, after a wait of a second', async () => {
    const { status, answer, duration } = await postTo(
      (_, response) => void response.writeHead(200).write('Well'),
    );
    expect([status, answer]).toEqual([200, 'Well']);
    expect(duration).toBeGreaterThan(900);
    expect(duration).toBeLessThan(10_000);
  });

  test('a merchant’s server that does not answer is given up in time', async () => {
    const { error, status, duration } = await postTo(() => undefined, 300);
    expect([error, status]).toEqual(['TIMEOUT', undefined]);
    expect(duration).toBeGreaterThanOrEqual(290);
    expect(duration).toBeLessThan(10_000);
  });
});
