import { createServer } from 'node:http';
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
  expect(duration).toBeLessThan(2000);
});

test.each(['http://1.1.1.1/', 'https://127.0.0.1/', 'https://1.1.1.1:8443/', 'https://a:b@1.1.1.1/', 'x'])(
  'post refuses %s without a request',
  async (text) => {
    const posted = await post(text, { headers: {}, body: '{}', timeout: 200, reach: 'public' });
    expect(posted).toMatchObject({ error: 'ADDRESS_NOT_PUBLIC', answer: '' });
  },
);
