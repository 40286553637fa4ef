import crypto from 'node:crypto';
import { authenticate, type Login, type Means } from '../../../functions/core/http-auth/authenticate.ts';
import { type Algorithm, algorithms, responseOf } from '../../../functions/core/http-auth/digest-response.ts';

const noon = Date.UTC(2026, 2, 13, 12);
const login: Login = { username: 'florin', password: 'correct horse', nonceKey: crypto.randomBytes(32) };

/** A server with a clock, the used nonces, and a list of the calls that requests cause. */
function server(given: Partial<Login> = {}) {
  const used = new Set<string>();
  const here = {
    now: noon,
    login: { ...login, ...given },
    newer: undefined as Login | undefined,
    calls: [] as string[],
  };
  const means: Means = {
    login: async () => here.login,
    newerLogin: async () => {
      here.calls.push('newerLogin');
      return here.newer;
    },
    useNonce: async ({ text }, nc) => {
      here.calls.push('useNonce');
      const known = used.has(`${text} ${nc}`);
      used.add(`${text} ${nc}`);
      return !known;
    },
    now: () => here.now,
    lifetime: 300,
  };
  const ask = (authorization?: string, over: Partial<Parameters<typeof authenticate>[0]> = {}) =>
    authenticate(
      {
        method: 'GET',
        origin: 'https://api.example.com',
        path: '/sandbox/api/helloWorld',
        query: {},
        authorization: authorization === undefined ? [] : [authorization],
        ...over,
      },
      means,
    );
  return { here, ask, nonce: async () => nonceIn(await ask()) };
}

type Answer = Awaited<ReturnType<typeof authenticate>>;

const challengeIn = (answer: Answer): string => ('challenge' in answer ? answer.challenge : '');
const nonceIn = (answer: Answer): string => /nonce="([^"]+)"/.exec(challengeIn(answer))?.[1] ?? '';

/** Summarizes an answer in one word. */
const outcome = (answer: Answer) =>
  'username' in answer ? answer.username : answer.challenge.includes('stale=true') ? 'stale' : 'refused';

const right = {
  username: 'florin',
  password: 'correct horse',
  realm: 'florin',
  method: 'GET',
  uri: '/sandbox/api/helloWorld',
  nc: '00000001',
  cnonce: 'abc',
  algorithm: 'SHA-256' as Algorithm,
};

function digest(nonce: string, over: Partial<typeof right> = {}): string {
  const sent = { ...right, nonce, ...over };
  const { username, realm, uri, nc, cnonce, algorithm } = sent;
  return `Digest username="${username}", realm="${realm}", nonce="${nonce}", uri="${uri}", algorithm=${algorithm}, qop=auth, nc=${nc}, cnonce="${cnonce}", response="${responseOf(sent, sent)}"`;
}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

test('a request without credentials is refused with a challenge that offers Digest and Basic', async () => {
  const { ask } = server();
  const answer = await ask();
  expect(outcome(answer)).toBe('refused');
  expect(challengeIn(answer)).toMatch(/^Digest .*algorithm=SHA-256.* Digest .*algorithm=MD5.* Basic /);
});

test('Basic credentials are accepted only with the right user name and password', async () => {
  const { ask, here } = server();
  expect(outcome(await ask(basic('florin', 'correct horse')))).toBe('florin');
  expect(here.calls).toEqual([]);
  for (const [username, password] of [
    ['florin', 'correct hors'],
    ['florin', ''],
    ['', 'correct horse'],
    ['Florin', 'correct horse'],
    ['florin:correct horse', ''],
  ] as const) {
    expect(outcome(await ask(basic(username, password)))).toBe('refused');
  }
});

test.each(algorithms)('Digest credentials with %s are accepted', async (algorithm) => {
  const { ask, nonce } = server();
  expect(outcome(await ask(digest(await nonce(), { algorithm })))).toBe('florin');
});

test('a nonce is accepted for many requests in any order, once for each count', async () => {
  const { ask, nonce } = server();
  const fresh = await nonce();
  for (const nc of ['00000001', '00000003', '00000002', 'ffffffff']) {
    expect(outcome(await ask(digest(fresh, { nc })))).toBe('florin');
    expect(outcome(await ask(digest(fresh, { nc })))).toBe('stale');
  }
  expect(outcome(await ask(digest(fresh, { nc: '00000003', algorithm: 'MD5' })))).toBe('stale');
  expect(outcome(await ask(digest(await nonce(), { nc: '00000003' })))).toBe('florin');
});

test('a replayed header is refused', async () => {
  const { ask, nonce } = server();
  const header = digest(await nonce());
  expect(outcome(await ask(header))).toBe('florin');
  expect(outcome(await ask(header))).not.toBe('florin');
});

test('an expired nonce is stale, and a request with the new nonce is accepted', async () => {
  const { ask, nonce, here } = server();
  const old = await nonce();
  here.now += 300_000;
  const answer = await ask(digest(old));
  expect(outcome(answer)).toBe('stale');
  expect(outcome(await ask(digest(nonceIn(answer))))).toBe('florin');
});

test('a request with a wrong password is refused without telling whether the nonce was stale', async () => {
  const { ask, nonce, here } = server();
  const old = await nonce();
  here.now += 300_000;
  expect(outcome(await ask(digest(old, { password: 'wrong' })))).toBe('refused');
  expect(outcome(await ask(digest('abc', { username: 'else' })))).toBe('refused');
  expect(here.calls).not.toContain('useNonce');
});

test('a tampered or foreign nonce is refused, even if the client signed that nonce', async () => {
  const { ask, nonce, here } = server();
  const fresh = await nonce();
  const tampered = (fresh.startsWith('A') ? 'B' : 'A') + fresh.slice(1);
  expect(outcome(await ask(digest(fresh).replace(fresh, tampered)))).toBe('refused');
  expect(outcome(await ask(digest(tampered)))).toBe('stale');
  const foreign = await server({ nonceKey: crypto.randomBytes(32) }).nonce();
  expect(outcome(await ask(digest(foreign)))).toBe('stale');
  expect(here.calls).not.toContain('useNonce');
});

test('a header made for another method or URI is refused', async () => {
  const { ask, nonce } = server();
  const fresh = await nonce();
  expect(outcome(await ask(digest(fresh), { method: 'DELETE' }))).toBe('refused');
  expect(outcome(await ask(digest(fresh), { path: '/sandbox/api/helloWorld/1' }))).toBe('refused');
  expect(outcome(await ask(digest(fresh), { path: '/api/helloWorld' }))).toBe('refused');
  expect(outcome(await ask(digest(fresh), { query: { a: ['1'] } }))).toBe('refused');
  expect(outcome(await ask(digest(fresh, { method: 'DELETE' })))).toBe('refused');
  expect(outcome(await ask(digest(fresh, { uri: '/api/about' })))).toBe('refused');
  expect(outcome(await ask(digest(fresh, { realm: 'elsewhere' })))).toBe('refused');
  expect(outcome(await ask(digest(fresh)))).toBe('florin');
});

test('a header is refused after any signed parameter was changed', async () => {
  const { ask, nonce } = server();
  const fresh = await nonce();
  const header = digest(fresh);
  for (const [from, to] of [
    ['00000001', '00000002'],
    ['cnonce="abc"', 'cnonce="abd"'],
    ['algorithm=SHA-256', 'algorithm=MD5'],
    ['username="florin"', 'username="Florin"'],
    ['realm="florin"', 'realm="elsewhere"'],
    ['username="florin"', 'username="flo\\rin2"'],
    ['response="', 'response="0'],
  ] as const) {
    expect(outcome(await ask(header.replace(from, to)))).toBe('refused');
  }
});

describe('a wrong name and a wrong password', () => {
  /** Counts the hashes, comparisons and calls of a request, as the time of a single request is too short to compare. */
  async function work(authorization: string) {
    const { ask, here } = server();
    const counts: Record<string, number> = {};
    const spies = (['createHash', 'createHmac', 'timingSafeEqual', 'randomBytes'] as const).map((name) => {
      const real = crypto[name] as (...args: unknown[]) => unknown;
      return jest.spyOn(crypto, name).mockImplementation(((...args: unknown[]) => {
        const kind = typeof args[0] === 'string' ? `${name} ${args[0]}` : name;
        counts[kind] = (counts[kind] ?? 0) + 1;
        return real(...args);
      }) as never);
    });
    try {
      const answer = await ask(authorization);
      const shape = challengeIn(answer).replace(/nonce="[^"]+"/g, 'nonce');
      return { answer: shape || answer, counts, calls: here.calls };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  test('cause the same work and get the same response with Basic', async () => {
    const wrongName = await work(basic('mallory', 'correct horse'));
    expect(await work(basic('florin', 'wrong password'))).toEqual(wrongName);
    expect(await work(basic('mallory', 'wrong password'))).toEqual(wrongName);
    expect(wrongName.counts).toMatchObject({ timingSafeEqual: 2 });
  });

  test.each(algorithms)(
    'cause the same work and get the same response with Digest and %s',
    async (algorithm) => {
      const nonce = 'A'.repeat(52);
      const wrongName = await work(digest(nonce, { algorithm, username: 'mallory' }));
      expect(await work(digest(nonce, { algorithm, password: 'wrong' }))).toEqual(wrongName);
      expect(await work(digest(nonce, { algorithm, username: 'mallory', password: 'wrong' }))).toEqual(
        wrongName,
      );
      expect(wrongName.counts).toMatchObject({ timingSafeEqual: 2 });
      const borrowed = digest(nonce, { algorithm }).replace('username="florin"', 'username="mallory"');
      expect(await work(borrowed)).toEqual(wrongName);
    },
  );
});

describe('after a change of the password', () => {
  const newer: Login = { username: 'florin', password: 'battery staple', nonceKey: crypto.randomBytes(32) };
  const changed = { password: 'battery staple' };

  test('Basic accepts the new password immediately', async () => {
    const { ask, here } = server();
    here.newer = newer;
    expect(outcome(await ask(basic('florin', 'battery staple')))).toBe('florin');
    expect(outcome(await ask(basic('florin', 'wrong')))).toBe('refused');
  });

  test('Digest accepts the new password with a nonce of the new key', async () => {
    const { ask, nonce, here } = server();
    const before = await nonce();
    here.newer = newer;
    const answer = await ask(digest(before, changed));
    expect(outcome(answer)).toBe('stale');
    here.login = newer;
    expect(outcome(await ask(digest(nonceIn(answer), changed)))).toBe('florin');
    expect(outcome(await ask(digest(await nonce())))).toBe('refused');
  });
});

test('authentication fails if the use of a nonce cannot be recorded', async () => {
  const { nonce } = server();
  const means: Means = {
    login: async () => login,
    newerLogin: async () => undefined,
    useNonce: () => Promise.reject(new Error('The table is away')),
    now: () => noon,
    lifetime: 300,
  };
  const target = { origin: 'https://x', path: '/sandbox/api/helloWorld', query: {}, method: 'GET' };
  const authorization = [digest(await nonce())];
  await expect(authenticate({ ...target, authorization }, means)).rejects.toThrow('The table is away');
});
