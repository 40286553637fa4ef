import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { post } from '../../../functions/core/webhooks/post.ts';
import { resolveHost } from '../../../functions/core/webhooks/resolve.ts';

const url = new URL('https://shop.example/hooks');
const found =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

test('the address that was checked is the first one, if all are on the Internet', async () => {
  expect(await resolveHost(url, 'public', found('1.1.1.1', '2606:4700::1111'))).toEqual({
    address: '1.1.1.1',
    family: 4,
  });
  expect(await resolveHost(url, 'public', found('2606:4700::1111'))).toMatchObject({ family: 6 });
});

test.each([
  ['a private one', ['10.0.0.1']],
  ['one good and one bad', ['1.1.1.1', '169.254.169.254']],
  ['a mapped one', ['::ffff:127.0.0.1']],
  ['metadata', ['fd00:ec2::254']],
])('a name that leads to %s is not sent to', async (_, addresses) => {
  await expect(resolveHost(url, 'public', found(...addresses))).rejects.toMatchObject({
    code: 'ADDRESS_NOT_PUBLIC',
  });
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

test('a name that leads nowhere', async () => {
  await expect(resolveHost(url, 'public', found())).rejects.toMatchObject({ code: 'HOST_NOT_FOUND' });
});

/** Between check and connection a name may be made to lead elsewhere: what was checked is what is connected to. */
test('no name is looked up again to connect', async () => {
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

test('a name that takes for ever to look up is given up in time', async () => {
  const { error, duration } = await post(url.href, {
    headers: {},
    body: '{}',
    timeout: 200,
    reach: 'public',
    resolve: () => new Promise(() => {}),
  });
  expect(error).toBe('TIMEOUT');
  expect(duration).toBeLessThan(2000);
});

test.each(['http://1.1.1.1/', 'https://127.0.0.1/', 'https://1.1.1.1:8443/', 'https://a:b@1.1.1.1/', 'x'])(
  '%s is not even tried',
  async (text) => {
    const posted = await post(text, { headers: {}, body: '{}', timeout: 200, reach: 'public' });
    expect(posted).toMatchObject({ error: 'ADDRESS_NOT_PUBLIC', answer: '' });
  },
);
