import { execFile, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import DigestClient from 'digest-fetch';
import { makeClock } from '../support/clock.ts';
import { answerTo, type Challenge, challengesIn } from '../support/digest.ts';
import { type Florin, startFlorin } from '../support/florin.ts';
import { startFront } from '../support/front.ts';
import { freshId, hello, password, username, xml } from '../support/hello.ts';
import { basic, type Response, send } from '../support/http.ts';

const { url, create, idIn } = hello();
const prefix = new URL(url).pathname.replace(/\/api$/, '');
const login = { username, password };

/** Every route, with a valid body. */
const routes = (id: number): [method: string, path: string, body?: unknown][] => [
  ['POST', '/helloWorld', { id, name: 'Ann' }],
  ['GET', `/helloWorld/${id}`],
  ['PUT', '/helloWorld', { id, name: 'Bob' }],
  ['GET', '/helloWorld'],
  ['GET', '/about'],
  ['DELETE', `/helloWorld/${id}`],
];
const succeeds: Record<string, number> = { POST: 201, GET: 200, PUT: 200, DELETE: 200 };

const ask = (authorization?: string, method = 'GET', path = '/about', body?: unknown): Promise<Response> =>
  send(url + path, method, { body, headers: authorization === undefined ? {} : { authorization } });

const challengeOf = ({ headers }: Response, algorithm = 'SHA-256'): Challenge => {
  const found = challengesIn(headers['www-authenticate']).find((one) => one.algorithm === algorithm);
  if (!found) throw new Error(`No challenge for ${algorithm}: ${headers['www-authenticate']}`);
  return found;
};
const fresh = async (algorithm = 'SHA-256') => challengeOf(await ask(), algorithm);

/** Signs a request, by default `GET /about`. */
const sign = (challenge: Challenge, over: Partial<Parameters<typeof answerTo>[1]> = {}) =>
  answerTo(challenge, { ...login, method: 'GET', uri: `${prefix}/api/about`, ...over });

describe('a request without credentials', () => {
  test('a request without credentials to any route returns 401, changes nothing, and gets challenges for Digest SHA-256, MD5 and Basic', async () => {
    const id = freshId();
    for (const [method, path, body] of routes(id)) {
      const answer = await ask(undefined, method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.body).toEqual({ code: 'UNAUTHORIZED', message: expect.any(String) });
      expect(answer.headers['x-request-id']).toBeTruthy();
      const charset = 'UTF-8';
      const digest = {
        ...{ scheme: 'Digest', realm: 'florin', qop: 'auth', charset },
        opaque: expect.stringMatching(/./),
      };
      const nonce = challengeOf(answer).nonce;
      expect(challengesIn(answer.headers['www-authenticate'])).toEqual([
        { ...digest, nonce, algorithm: 'SHA-256' },
        { ...digest, nonce, algorithm: 'MD5' },
        { scheme: 'Basic', realm: 'florin', charset },
      ]);
    }
    expect((await hello().api('GET', `/helloWorld/${id}`)).status).toBe(404);
  });

  test('a request without credentials and with the method HEAD gets the same challenges, without a body', async () => {
    const { status, text, headers } = await ask(undefined, 'HEAD');
    expect([status, text, challengesIn(headers['www-authenticate']).length]).toEqual([401, '', 3]);
  });

  test('a request without credentials gets a challenge with a new nonce each time', async () => {
    const nonces = await Promise.all(Array.from({ length: 20 }, async () => (await fresh()).nonce));
    expect(new Set(nonces).size).toBe(20);
  });

  test('a request without credentials that accepts XML gets the error in XML', async () => {
    for (const accept of [xml, 'text/xml']) {
      const answer = await send(`${url}/about`, 'GET', { headers: { accept } });
      expect([answer.status, answer.headers['content-type']]).toEqual([401, accept]);
      expect(answer.text).toMatch(/^<error><code>UNAUTHORIZED<\/code><message>[^<]+<\/message><\/error>$/);
      expect(challengesIn(answer.headers['www-authenticate'])).toHaveLength(3);
    }
  });
});

test('a wrong user name and a wrong password get the same response as no credentials', async () => {
  const shape = ({ status, headers, text }: Response) => ({
    status,
    challenge: headers['www-authenticate']?.replace(/nonce="[^"]+"/g, 'nonce'),
    names: Object.keys(headers).sort(),
    text,
  });
  const nobody = shape(await ask());
  for (const wrong of [
    { username, password: 'wrong' },
    { username: 'mallory', password },
    { username: 'mallory', password: 'wrong' },
    { username: '', password: '' },
    { username: username.toUpperCase(), password },
  ]) {
    expect(shape(await ask(basic(wrong.username, wrong.password)))).toEqual(nobody);
    for (const algorithm of ['SHA-256', 'MD5'])
      expect(shape(await ask(sign(await fresh(algorithm), wrong)))).toEqual(nobody);
  }
});

describe.each(['SHA-256', 'MD5'])('Digest with %s', (algorithm) => {
  test('Digest accepts one nonce for requests with every method', async () => {
    const challenge = await fresh(algorithm);
    let count = 0;
    for (const [method, path, body] of routes(freshId())) {
      count += 1;
      const nc = count.toString(16).padStart(8, '0');
      const header = sign(challenge, { method, uri: `${prefix}/api${path}`, nc });
      const answer = await ask(header, method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, succeeds[method]]);
    }
  });

  test('Digest accepts one of fifty identical headers at the same time, and refuses a later replay', async () => {
    const header = sign(await fresh(algorithm));
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(header)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
    expect((await ask(header)).status).toBe(401);
  });

  test('Digest accepts each nonce count once, in any order and at the same time', async () => {
    const challenge = await fresh(algorithm);
    const counts = Array.from({ length: 20 }, (_, n) => (20 - n).toString(16).padStart(8, '0'));
    const answers = await Promise.all(counts.map((nc) => ask(sign(challenge, { nc }))));
    expect(answers.map(({ status }) => status)).toEqual(counts.map(() => 200));
    expect((await ask(sign(challenge, { nc: '00000007', cnonce: 'another' }))).status).toBe(401);
  });

  test('Digest refuses a header that was signed for another method or URI', async () => {
    const id = idIn(await create({ name: 'Ann' }));
    const uri = `${prefix}/api/helloWorld/${id}`;
    const get = sign(await fresh(algorithm), { uri });
    expect((await ask(get, 'DELETE', `/helloWorld/${id}`)).status).toBe(401);
    expect((await ask(get, 'GET', '/helloWorld')).status).toBe(401);
    expect((await ask(get, 'GET', `/helloWorld/${id}?x=1`)).status).toBe(401);
    expect((await ask(get, 'GET', `/helloWorld/${id}/`)).status).toBe(401);
    expect((await ask(get, 'GET', `/helloWorld/${id}`)).status).toBe(200);
  });

  test('Digest accepts HEAD with a header that was signed for HEAD, and refuses one that was signed for GET', async () => {
    const id = idIn(await create({ name: 'Ann' }));
    for (const path of [`/helloWorld/${id}`, '/helloWorld', '/about']) {
      const uri = `${prefix}/api${path}`;
      const head = async (method: string) => {
        const { status, text } = await ask(sign(await fresh(algorithm), { method, uri }), 'HEAD', path);
        return [status, text];
      };
      expect([await head('HEAD'), await head('GET')]).toEqual([
        [200, ''],
        [401, ''],
      ]);
    }
  });

  test('Digest refuses a header that was signed for another query', async () => {
    const challenge = await fresh(algorithm);
    const path = '/about?b=%20x&a=%C3%A9&a=1&empty=&flag';
    const uri = `${prefix}/api${path}`;
    expect(
      (await ask(sign(challenge, { uri }), 'GET', '/about?b=%20x&a=%C3%A9&a=2&empty=&flag')).status,
    ).toBe(401);
    expect((await ask(sign(challenge, { uri }), 'GET', '/about')).status).toBe(401);
    expect((await ask(sign(challenge, { uri }), 'GET', path)).status).toBe(200);
  });

  test('Digest refuses a nonce that was tampered with or invented', async () => {
    const challenge = await fresh(algorithm);
    const { nonce = '' } = challenge;
    for (const other of [
      (nonce[0] === 'A' ? 'B' : 'A') + nonce.slice(1),
      nonce.slice(0, -1) + (nonce.endsWith('A') ? 'B' : 'A'),
      nonce.slice(1),
      'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      'A'.repeat(52),
    ]) {
      expect((await ask(sign(challenge).replace(nonce, other))).status).toBe(401);
      expect((await ask(sign({ ...challenge, nonce: other }))).status).toBe(401);
    }
    expect((await ask(sign(challenge))).status).toBe(200);
  });
});

describe('the service refuses an attack: an Authorization header with', () => {
  const good = async () => sign(await fresh());
  const refused = async (header: string) => {
    const answer = await ask(header);
    expect([header.slice(0, 200), answer.status]).toEqual([header.slice(0, 200), 401]);
    expect(challengesIn(answer.headers['www-authenticate'])).toHaveLength(3);
  };

  test.each(['username', 'realm', 'nonce', 'uri', 'algorithm', 'qop', 'nc', 'cnonce', 'response'])(
    'no %s, two of them, or an empty one',
    async (name) => {
      const header = await good();
      const own = new RegExp(`\\b${name}=("[^"]*"|[^,]*),? ?`);
      await refused(header.replace(own, ''));
      await refused(`${header}, ${own.exec(header)?.[0].replace(/,? ?$/, '')}`);
      await refused(header.replace(own, `${name}="", `));
    },
  );

  test.each([
    ['the protection auth-int', 'qop=auth', 'qop=auth-int'],
    ['a session algorithm', 'algorithm=SHA-256', 'algorithm=SHA-256-sess'],
    ['a weaker algorithm', 'algorithm=SHA-256', 'algorithm=MD5'],
    ['an unknown algorithm', 'algorithm=SHA-256', 'algorithm=none'],
    ['another count', 'nc=00000001', 'nc=00000002'],
    ['a count of another length', 'nc=00000001', 'nc=1'],
    ['another client nonce', 'cnonce="', 'cnonce="x'],
    ['a longer user name', 'username="', 'username="x'],
    ['an escaped user name', 'username="', 'username="\\x'],
    ['an escape that swallows a quote', 'username="', 'username="\\", x="'],
    ['a response of one digit', /response="[^"]*"/, 'response="0"'],
    ['an upper-case response', /response="[^"]*"/, 'response="ABCDEF"'],
    ['an absolute URI of another host', 'uri="', 'uri="https://evil.example'],
    ['a dot segment', '/api/about"', '/api/x/../about"'],
    ['Unicode in the user name', 'username="', 'username="Ünï'],
    ['a hashed user name', 'qop=auth', 'userhash=true, qop=auth'],
  ] as const)('%s', async (_, from, to) => {
    const header = await good();
    const changed = header.replace(from, to);
    expect(changed).not.toBe(header);
    await refused(Buffer.from(changed).toString('latin1'));
  });

  test.each([
    ['the scheme Digest alone', 'Digest'],
    ['an empty parameter', 'Digest ,'],
    ['a parameter without a value', 'Digest x'],
    ['an unclosed quote', 'Digest "'],
    ['the scheme Basic alone', 'Basic'],
    ['Basic credentials that are not base64', 'Basic !!!!'],
    ['the scheme Bearer', 'Bearer florin:florin'],
    ['Basic credentials without a colon', `Basic ${Buffer.from('florin').toString('base64')}`],
    ['a NUL at the end of the password', `Basic ${Buffer.from('florin:florin\0').toString('base64')}`],
    ['the same parameter 1500 times', `Digest ${'a=1, '.repeat(1500)}`],
    ['3500 escapes', `Digest username="${'\\"'.repeat(3500)}`],
    ['1500 ends of base64', `Basic ${'QQ=='.repeat(1500)}`],
  ])('%s', (_, header) => refused(header));

  test('more bytes than API Gateway takes', async () => {
    const authorization = `Digest username="${'x'.repeat(20_000)}"`;
    const answer = await fetch(`${url}/about`, { headers: { authorization } });
    expect([400, 401, 413, 431]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ error: expect.any(String), message: expect.any(String) });
  });

  test('wrong credentials, beside a second Authorization header with the right ones', async () => {
    const { hostname, port, protocol } = new URL(url);
    if (protocol !== 'http:') return; // this test writes to a plain socket, and has no TLS
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${prefix}/api/about HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n` +
        `Authorization: ${basic('mallory', 'x')}\r\nAuthorization: ${basic(username, password)}\r\n\r\n`,
    );
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('third-party clients', () => {
  test.each(['SHA-256', 'MD5'])(
    'digest-fetch with %s calls every route with one nonce',
    async (algorithm) => {
      const client = new DigestClient(username, password, { algorithm });
      for (const [method, path, body] of routes(freshId())) {
        const answer = await client.fetch(url + path, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        expect([method, path, answer.status]).toEqual([method, path, succeeds[method]]);
      }
      expect(client.digest.nc).toBe(7); // six requests with one nonce, without another challenge
    },
  );

  test('digest-fetch with a wrong password gets 401', async () => {
    const client = new DigestClient(username, 'wrong', { algorithm: 'SHA-256' });
    expect((await client.fetch(`${url}/about`)).status).toBe(401);
  });

  /** RFC 7616, section 3.7: a client uses the first challenge that it supports. */
  test.each([
    ['supports every challenge', ['SHA-256', 'MD5', 'Basic'], 'SHA-256'],
    ['supports no SHA-256', ['MD5', 'Basic'], 'MD5'],
    ['supports no Digest', ['Basic'], 'Basic'],
  ])(
    'a client that %s uses the first supported challenge of one answer, and succeeds',
    async (_, knows, expected) => {
      const challenges = challengesIn((await ask()).headers['www-authenticate']);
      const picked = challenges.find(({ scheme, algorithm }) => knows.includes(algorithm ?? scheme));
      expect(picked?.algorithm ?? picked?.scheme).toBe(expected);
      expect((await ask(sign(picked as Challenge))).status).toBe(200);
    },
  );
});

const curlVersion = spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout ?? '';
const hasCurl = /^curl /.test(curlVersion);
if (!hasCurl) process.stdout.write('\ncurl is not on the PATH: its tests are skipped\n');

(hasCurl ? describe : describe.skip)('curl (skipped if not installed)', () => {
  /** Returns the status, and the last `Authorization` header that curl sent. */
  async function curl(args: string[], method: string, target: string, body?: unknown) {
    const { stdout, stderr } = await promisify(execFile)('curl', [
      ...['--silent', '--verbose', '--output', '-', '--write-out', '\n%{http_code}', '--max-time', '20'],
      ...['--user', `${username}:${password}`, '--request', method],
      ...(body ? ['--header', 'Content-Type: application/json', '--data', JSON.stringify(body)] : []),
      ...args,
      target,
    ]);
    const sent = [...stderr.matchAll(/^> authorization: (.*)$/gim)].map(([, value]) => value ?? '');
    return { status: Number(stdout.split('\n').at(-1)), sent: sent.at(-1) ?? '' };
  }

  test.each([
    ['--basic', /^Basic /],
    ['--digest', /^Digest .*response="[0-9a-f]{32}"/],
    ['--anyauth', /^Digest .*response="[0-9a-f]{32}"/],
  ])('curl with %s calls every route', async (scheme, expected) => {
    for (const [method, path, body] of routes(freshId())) {
      const { status, sent } = await curl([scheme], method, url + path, body);
      expect([method, path, status]).toEqual([method, path, succeeds[method]]);
      expect(sent).toMatch(expected);
    }
  });

  test('curl with --digest calls URLs with a query', async () => {
    for (const query of ['?a=1&b=2', '?q=%20%26%2B+x', "?it's=fine&a=%22quoted%22", '?a=1,b=2']) {
      expect([query, (await curl(['--digest'], 'GET', `${url}/about${query}`)).status]).toEqual([query, 200]);
    }
  });

  test('curl with --digest and a wrong password gets 401', async () => {
    expect((await curl(['--digest', '--user', 'florin:wrong'], 'GET', `${url}/about`)).status).toBe(401);
  });

  test('curl with --digest makes five requests in one call', async () => {
    const { stdout } = await promisify(execFile)('curl', [
      ...['--silent', '--verbose', '--digest', '--user', `${username}:${password}`],
      ...['--write-out', '%{http_code} ', '--output', '/dev/null'],
      ...Array.from({ length: 5 }, () => `${url}/about`)
        .flatMap((one) => [one, '--output', '/dev/null'])
        .slice(0, -2),
    ]);
    expect(stdout.trim().split(' ')).toEqual(Array(5).fill('200'));
  });

  /**
   * curl reads one header as one challenge, and uses the last algorithm in the header: MD5. If each challenge has a
   * header of its own, as a server without API Gateway may send them, curl uses the first challenge.
   */
  test.each(['--digest', '--anyauth'])(
    'curl with %s calls every route with SHA-256 if each challenge has its own header',
    async (scheme) => {
      const front = await startFront(url, ({ 'www-authenticate': joined, ...headers }) => ({
        ...headers,
        ...(joined && { 'www-authenticate': String(joined).split(/, (?=Digest |Basic )/) }),
      }));
      const target = `${front.url}${prefix}/api`;
      try {
        for (const [method, path, body] of routes(freshId())) {
          const { status, sent } = await curl([scheme], method, target + path, body);
          expect([method, path, status]).toEqual([method, path, succeeds[method]]);
          expect(sent).toMatch(/^Digest .*response="[0-9a-f]{64}".*algorithm=SHA-256/);
        }
      } finally {
        front.stop();
      }
    },
  );
});

describe('a Florin with nonces that last one minute, and with other credentials', () => {
  const clock = makeClock();
  let florin: Florin;
  const other = { username: 'J\u00e4s\u00f8n', password: 'pass:w\u00f6rd \u8cb7' };

  beforeAll(async () => {
    florin = await startFlorin(['--memory'], {
      ...clock.env,
      FLORIN_NONCE_SECONDS: '60',
      HELLO_CREDENTIALS: `${other.username}:${other.password}`,
    });
  });
  afterAll(() => florin?.stop());

  const about = (authorization?: string) =>
    send(`${florin.baseUrl}/api/about`, 'GET', { headers: authorization ? { authorization } : {} });
  const signed = (challenge: Challenge, over = {}) =>
    answerTo(challenge, { ...other, method: 'GET', uri: '/api/about', ...over });
  const twoMinutesLater = () => clock.moveTo(clock.now() + 120_000);

  test('the service answers stale=true and a new nonce to an expired nonce, only if the password is right', async () => {
    const old = challengeOf(await about());
    await twoMinutesLater();
    const answer = await about(signed(old));
    expect([answer.status, challengeOf(answer).stale]).toEqual([401, 'true']);
    expect((await about(signed(challengeOf(answer)))).status).toBe(200);

    const wrong = await about(signed(old, { password: 'wrong' }));
    expect([wrong.status, challengeOf(wrong).stale]).toEqual([401, undefined]);
  });

  test('the service lets digest-fetch continue with a new nonce after the old one expired', async () => {
    const client = new DigestClient(other.username, other.password, { algorithm: 'SHA-256' });
    const ask = () => client.fetch(`${florin.baseUrl}/api/about`);
    for (let n = 0; n < 3; n++) {
      expect((await ask()).status).toBe(200);
      await twoMinutesLater();
    }
  });

  test('the service accepts only its own credentials, and does not print them', async () => {
    expect((await about(basic(other.username, other.password))).status).toBe(200);
    expect((await about(basic('florin', 'florin'))).status).toBe(401);
    expect(florin.log()).toMatch(/Hello-world .*HELLO_CREDENTIALS/);
    expect(florin.log()).not.toContain('pass:w');
  });
});
