import { randomBytes } from 'node:crypto';
import { browser, linksTo } from '../support/console.ts';
import { send } from '../support/http.ts';
import { rawMails } from '../support/mails.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const consoleUrl = process.env.FLORIN_CONSOLE_URL ?? '';
const mail = process.env.FLORIN_MAIL ?? '';
const { api, shop } = world();

let key: string;
let merchant: { id: string };

beforeAll(async () => {
  ({ key, merchant } = await shop());
});

/** Makes a user who is a member of the merchant. */
async function user(): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${merchant.id}/users`;
  expect((await api('POST', path, { key, body: { email } })).status).toBe(201);
  return email;
}

const token = () => randomBytes(32).toString('base64url');
const invalidLink = [
  { field: 'token', message: 'This link is used or expired, or was asked for in another browser' },
];

test('a user signs in with a mailed link, sees the session, and signs out', async () => {
  const [email, me] = [await user(), browser()];
  await me.signIn(email);
  const { status, body } = await me.ask('GET', '/session');
  expect(status).toBe(200);
  expect(body).toEqual({
    user: { id: expect.any(String), email },
    session: { id: expect.any(String) },
    invitations: [],
    merchants: [
      {
        id: merchant.id,
        name: 'Coffee & John',
        test: true,
        currency: 'EUR',
        consoleCapture: true,
        methods: [],
        timeZone: 'Europe/Copenhagen',
        role: 'owner',
        notifications: { disputes: false, payouts: false, summary: false, webhooks: false },
      },
    ],
    passkeys: [],
  });
  const { body: sessions } = await me.ask('GET', '/sessions');
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(sessions).toEqual([
    {
      id: body.session.id,
      created: at,
      seen: at,
      device: 'Chrome, Windows',
      address: expect.any(String),
      current: true,
    },
  ]);
  const cookies = new Map(me.cookies);
  const phone = browser();
  await phone.signIn(email);
  // The newest comes first.
  const both: { current: boolean }[] = (await me.ask('GET', '/sessions')).body;
  expect(both.map(({ current }) => current)).toEqual([false, true]);
  expect((await me.ask('DELETE', '/session')).status).toBe(204);
  expect((await phone.ask('GET', '/session')).status).toBe(200);
  expect(me.cookies.has('__Host-florin')).toBe(false);

  // A thief with a copy of the cookie has no session either.
  const thief = browser();
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  const refused = await thief.ask('GET', '/session');
  expect([refused.status, refused.body]).toEqual([
    401,
    expect.objectContaining({ error: 'SESSION_MISSING', message: 'Sign in' }),
  ]);
  expect(refused.headers['x-amzn-remapped-www-authenticate'] ?? refused.headers['www-authenticate']).toBe(
    'Session realm="florin"',
  );
});

test('cookies are host-only, secure, strict, and unreadable by scripts', async () => {
  const [email, me] = [await user(), browser()];
  const asked = await me.ask('POST', '/sign-in', { body: { email } });
  const rules = 'Path=/; HttpOnly; Secure; SameSite=Strict';
  expect(asked.headers['set-cookie']).toEqual([
    expect.stringMatching(new RegExp(`^__Host-florin-browser=[\\w-]{43}; Max-Age=7776000; ${rules}$`)),
  ]);
  const [link = ''] = await waitUntil(
    async () => linksTo(mail, email),
    ({ length }) => length === 1,
  );
  const confirmed = await me.confirm(link);
  expect(confirmed.headers['set-cookie']).toEqual([
    expect.stringMatching(new RegExp(`^__Host-florin=[0-9a-f]{24}\\.[\\w-]{43}; Max-Age=1209600; ${rules}$`)),
  ]);
});

describe('a link', () => {
  test('a link works once', async () => {
    const [email, me] = [await user(), browser()];
    const link = await me.requestLink(email);
    expect((await me.confirm(link)).status).toBe(204);
    const again = await me.confirm(link);
    expect([again.status, again.body]).toEqual([400, invalidLink]);
  });

  test('a link opens one session, even if it is used many times at the same time', async () => {
    const [email, me] = [await user(), browser()];
    const link = await me.requestLink(email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => me.confirm(link)));
    const refusals = answers.filter(({ status }) => status !== 204);
    expect(refusals.map(({ status, body }) => [status, body])).toEqual(Array(5).fill([400, invalidLink]));
    expect((await me.ask('GET', '/sessions')).body).toHaveLength(1);
  });

  test('a link does not work in another browser, and still works in its own one', async () => {
    const [email, me, other, third] = [await user(), browser(), browser(), browser()];
    const link = await me.requestLink(email);
    expect((await third.ask('POST', '/sign-in', { body: { email: 'nobody@example.com' } })).status).toBe(202);
    for (const thief of [other, third]) {
      const stolen = await thief.confirm(link);
      expect([stolen.status, stolen.body, stolen.headers['set-cookie']]).toEqual([
        400,
        invalidLink,
        undefined,
      ]);
    }
    expect((await me.confirm(link)).status).toBe(204);
  });

  test('a link that is invented or malformed gets the same response as a used one', async () => {
    const me = browser();
    for (const link of [token(), 'x', '%', token().toUpperCase()]) {
      const { status, body } = await me.confirm(link);
      expect([link, status, body]).toEqual([link, 400, invalidLink]);
    }
  });

  test('a link leads to the console, in a fragment that no server sees, in the language of the browser', async () => {
    const [email, me] = [await user(), browser()];
    await me.ask('POST', '/sign-in', { body: { email }, headers: { 'accept-language': 'de-AT' } });
    const [link = ''] = await waitUntil(
      async () => linksTo(mail, email),
      ({ length }) => length === 1,
    );
    const raw = rawMails(mail).find((one) => one.includes(link.slice(0, 20))) ?? '';
    expect(raw).toContain('Ihr Link zum Anmelden');
  });
});

describe('a stranger does not learn who has an account', () => {
  test('the response to a request for a link does not tell who has an account', async () => {
    const known = await user();
    const ask = (email: string) => browser().ask('POST', '/sign-in', { body: { email } });
    const [one, other] = [await ask(known), await ask(`no-${known}`)];
    const shape = ({ status, body, headers }: typeof one) => [
      status,
      body,
      Object.keys(headers).sort(),
      headers['set-cookie']?.map((cookie) => cookie.replace(/=[\w-]{43}/, '')),
    ];
    expect(shape(one)).toEqual(shape(other));
    expect(shape(one).slice(0, 2)).toEqual([202, {}]);
  });

  test('a person without an account gets no mail', async () => {
    const [known, me] = [await user(), browser()];
    await me.ask('POST', '/sign-in', { body: { email: `no-${known}` } });
    await me.requestLink(known);
    expect(linksTo(mail, `no-${known}`)).toEqual([]);
  });
});

describe('a request is refused', () => {
  test('without the header of the console, with or without a session', async () => {
    const [email, me] = [await user(), browser()];
    await me.signIn(email);
    for (const headers of [{ 'florin-console': '' }, { 'florin-console': '2' }]) {
      const { status, body } = await me.ask('DELETE', '/sessions', { headers });
      expect([status, body]).toEqual([
        401,
        expect.objectContaining({ message: 'Send the header Florin-Console: 1' }),
      ]);
      for (const [path, sent] of [
        ['/sign-in', { email }],
        ['/sign-in/confirm', { token: token() }],
      ] as const) {
        const open = await me.ask('POST', path, { headers, body: sent });
        expect([open.status, open.body.error]).toEqual([403, 'FORBIDDEN']);
      }
    }
    expect((await me.ask('GET', '/session')).status).toBe(200);
  });

  test('a request is refused with a malformed, foreign or doubled cookie', async () => {
    const [email, me] = [await user(), browser()];
    await me.signIn(email);
    const own = me.cookies.get('__Host-florin') ?? '';
    const [id = '', secret = ''] = own.split('.');
    const bad = [
      '',
      'x',
      id,
      `${id}.`,
      `${id}.${token()}`,
      `${'f'.repeat(24)}.${secret}`,
      `${own}x`,
      `${own.toUpperCase()}`,
      `${own}; __Host-florin=${own}`,
      `${own}; __Host-florin=x`,
    ];
    for (const cookie of bad) {
      const { status } = await send(`${consoleUrl}/session`, 'GET', {
        headers: { 'florin-console': '1', cookie: `__Host-florin=${cookie}` },
      });
      expect([cookie, status]).toEqual([cookie, 401]);
    }
    const { status } = await send(`${consoleUrl}/session`, 'GET', {
      headers: { 'florin-console': '1', cookie: `theme=dark; __Host-florin=${own}; a=b` },
    });
    expect(status).toBe(200);
  });

  test('an API key does not work in place of a session', async () => {
    const answer = await send(`${consoleUrl}/api/merchants/${merchant.id}`, 'GET', {
      key,
      headers: { 'florin-console': '1' },
    });
    expect(answer.status).toBe(401);
  });

  test('a preflight request of another site gets no permission', async () => {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'florin-console',
    };
    for (const path of ['/sign-in', '/session', `/api/merchants/${merchant.id}`]) {
      const { status, headers: answer } = await send(consoleUrl + path, 'OPTIONS', { headers });
      expect(status).toBe(405);
      expect(Object.keys(answer).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

test('a session cookie that an attacker planted in the browser does not become the session of the user', async () => {
  const [email, attacker, victim] = [await user(), browser(), browser()];
  const planted = `${'a'.repeat(24)}.${token()}`;
  victim.cookies.set('__Host-florin', planted);
  await victim.signIn(email);
  expect(victim.cookies.get('__Host-florin')).not.toBe(planted);
  attacker.cookies.set('__Host-florin', planted);
  expect((await attacker.ask('GET', '/session')).status).toBe(401);
});

test('a user can end one or all of their own sessions, and none of another user', async () => {
  const [email, other] = [await user(), await user()];
  const [one, two, three, stranger] = [browser(), browser(), browser(), browser()];
  for (const me of [one, two, three]) await me.signIn(email);
  await stranger.signIn(other);
  const { body } = await one.ask('GET', '/sessions');
  expect(body.map(({ current }: { current: boolean }) => current)).toEqual([false, false, true]);
  const theirs = (await stranger.ask('GET', '/sessions')).body[0].id;
  expect((await one.ask('DELETE', `/sessions/${theirs}`)).status).toBe(404);
  const twos = (await two.ask('GET', '/session')).body.session.id;
  expect((await one.ask('DELETE', `/sessions/${twos}`)).status).toBe(204);
  expect((await two.ask('GET', '/session')).status).toBe(401);
  expect((await one.ask('DELETE', '/sessions')).status).toBe(204);
  expect(one.cookies.has('__Host-florin')).toBe(false);
  for (const me of [one, three]) expect((await me.ask('GET', '/session')).status).toBe(401);
  expect((await stranger.ask('GET', '/session')).status).toBe(200);
});

test('the invitation leads to the console', async () => {
  const email = await user();
  const raw = await waitUntil(
    async () => rawMails(mail).find((one) => one.includes(email)) ?? '',
    (text) => text !== '',
  );
  expect(raw.replace(/=\r?\n/g, '')).toContain(consoleUrl);
});
