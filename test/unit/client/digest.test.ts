import { responseOf } from '../../../functions/core/http-auth/digest-response.ts';
import { createHelloClient, type HelloSettings } from '../../../packages/florin/src/index.ts';
import { json, type Script, type Server, startServer } from './server.ts';

const settings = { username: 'ann "the first"', password: 'Zoë:1' };
const sha = 'Digest realm="florin", qop="auth", algorithm=SHA-256, nonce="n1", opaque="o"';
const md5 = 'Digest realm="florin", qop="auth", algorithm=MD5, nonce="n1", opaque="o"';
const basic = 'Basic realm="florin"';

let server: Server;
afterEach(() => server.stop());
const start = async (script: Script, more: Partial<HelloSettings> = {}) => {
  server = await startServer(script);
  return createHelloClient({ baseUrl: `${server.url}/prod`, ...settings, ...more });
};
const refuse = (response: Parameters<Script>[0], ...challenges: string[]) =>
  response.writeHead(401, { 'www-authenticate': challenges }).end('{"code":"UNAUTHORIZED","message":"Who?"}');
const parts = (header = '') =>
  Object.fromEntries(
    [...header.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(([, name, quoted, token]) => [
      name,
      quoted?.replace(/\\(.)/g, '$1') ?? token,
    ]),
  );

test('the client answers a challenge with SHA-256, without the password, and counts the uses of a nonce', async () => {
  const cnonces = new Set<unknown>();
  const hello = await start((response, { headers, method, url }) => {
    if (!headers.authorization) return refuse(response, sha, md5, basic);
    const {
      username,
      realm,
      nonce,
      nc,
      cnonce,
      uri,
      response: proof,
      algorithm,
    } = parts(headers.authorization);
    const right = responseOf(
      { username: settings.username, password: settings.password, realm: 'florin' },
      { algorithm: 'SHA-256', method, uri: url, nonce: 'n1', nc, cnonce },
    );
    cnonces.add(cnonce);
    expect([username, realm, nonce, uri, algorithm]).toEqual([
      settings.username,
      'florin',
      'n1',
      url,
      'SHA-256',
    ]);
    return proof === right ? json(response, 200, { id: 1, name: nc }) : refuse(response, sha);
  });
  expect(await hello.get(1)).toEqual({ id: 1, name: '00000001' });
  const both = await Promise.all([hello.get(2), hello.get(3)]);
  expect(both.map(({ name }) => name).sort()).toEqual(['00000002', '00000003']);
  expect(server.seen).toHaveLength(4);
  expect(cnonces.size).toBe(3);
  expect(JSON.stringify(server.seen)).not.toContain(settings.password);
});

test('the count of a nonce is hexadecimal, and begins again with the next nonce', async () => {
  let nonce = 'n1';
  const counts: [string, string][] = [];
  const hello = await start((response, { headers }) => {
    const { nonce: used, nc } = parts(headers.authorization);
    if (used !== nonce) return refuse(response, `${sha.replace('n1', nonce)}${used ? ', stale=true' : ''}`);
    counts.push([used, nc ?? '']);
    return json(response, 200, []);
  });
  for (let n = 0; n < 10; n++) await hello.list();
  nonce = 'n2';
  await hello.list();
  expect(counts.slice(-2)).toEqual([
    ['n1', '0000000a'],
    ['n2', '00000001'],
  ]);
});

test('the client repeats a request with the new nonce if only the old one has expired', async () => {
  let current = 'n1';
  const hello = await start((response, { headers: { authorization = '' } }) => {
    if (authorization.includes(`nonce="${current}"`)) return json(response, 200, []);
    const challenge = sha.replace('n1', current);
    return refuse(response, authorization ? `${challenge}, stale=true` : challenge);
  });
  await hello.list();
  current = 'n2';
  expect(await hello.list()).toEqual([]);
  expect(server.seen).toHaveLength(4);
});

test('the first calls can be made at the same time, and all succeed', async () => {
  const hello = await start((response, { headers }) =>
    headers.authorization ? json(response, 200, []) : refuse(response, sha),
  );
  expect(await Promise.all([hello.list(), hello.list(), hello.list()])).toEqual([[], [], []]);
});

test('a wrong password is an error after one try', async () => {
  const hello = await start((response) => refuse(response, sha));
  await expect(hello.list()).rejects.toMatchObject({ name: 'AuthenticationError', code: 'UNAUTHORIZED' });
  expect(server.seen).toHaveLength(2);
  // The next call signs with the nonce that is known.
  await expect(hello.list()).rejects.toMatchObject({ name: 'AuthenticationError' });
  expect(server.seen).toHaveLength(3);
});

test.each([[[basic]], [[md5, basic]], [[sha.replace('"auth"', '"auth-int"')]], [[]]])(
  'the client sends no credentials to a server that offers only weaker schemes: %j',
  async (offered) => {
    const hello = await start((response) => refuse(response, ...offered));
    await expect(hello.list()).rejects.toMatchObject({ code: 'DIGEST_UNAVAILABLE' });
    expect(server.seen.map(({ headers }) => headers.authorization)).toStrictEqual([undefined]);
  },
);

test('the client sends Basic credentials only if it is told to', async () => {
  const hello = await start((response) => json(response, 201, [], { location: '/api/helloWorld/7' }), {
    scheme: 'basic',
  });
  expect(await hello.create({ name: 'Ann' })).toBe('/api/helloWorld/7');
  expect(server.seen[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from(`${settings.username}:${settings.password}`).toString('base64')}`,
  );
});
