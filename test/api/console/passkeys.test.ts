import { createHash, generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes } from 'node:crypto';
import { type Authenticator, authenticator, type Lies } from '../support/authenticator.ts';
import { type Browser, browser } from '../support/console.ts';
import { setNumbers } from '../support/set-numbers.ts';
import { world } from '../support/world.ts';

const consoleUrl = process.env.FLORIN_CONSOLE_URL ?? '';
const { api, shop } = world();

let key: string;
let merchant: { id: string };

beforeAll(async () => {
  ({ key, merchant } = await shop());
});

/** Signs a new owner of the merchant in, by mail. */
async function person() {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${merchant.id}/users`;
  expect((await api('POST', path, { key, body: { email } })).status).toBe(201);
  const me = browser();
  await me.signIn(email);
  const { user } = (await me.ask('GET', '/session')).body;
  // A further passkey needs a step-up with one (test/api/console/step-up.test.ts).
  await setNumbers(`sessions#${user.id}`, { proven: Date.now() });
  return { me, email, id: user.id as string };
}

async function challengeFor(me: Browser): Promise<string> {
  const { status, body } = await me.ask('POST', '/passkeys/challenges', { body: {} });
  expect([status, body.host]).toEqual([201, new URL(consoleUrl).hostname]);
  return body.challenge;
}

const add = async (me: Browser, device: Authenticator, lies: Lies = {}) =>
  me.ask('POST', '/passkeys', {
    body: { name: 'Laptop', ...device.register(await challengeFor(me), lies) },
  });

const enter = async (me: Browser, device: Authenticator, user: string, lies: Lies = {}) =>
  me.ask('POST', '/sign-in/passkey', { body: device.answer(await challengeFor(me), user, lies) });

const passkeysOf = async (me: Browser) => (await me.ask('GET', '/session')).body.passkeys;

const refusal = [
  { field: 'passkey', message: 'This passkey is not known here, or its answer came too late' },
];

test('a person adds a passkey, signs in with it in a fresh browser, and removes it', async () => {
  const { me, email, id } = await person();
  expect(await passkeysOf(me)).toEqual([]);
  const device = authenticator(consoleUrl);
  const added = await add(me, device);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  const shown = { id: expect.any(String), credential: device.id, name: 'Laptop', created: at, used: null };
  expect([added.status, added.body]).toEqual([201, shown]);

  const fresh = browser();
  const entered = await enter(fresh, device, id);
  expect(entered.status).toBe(204);
  expect(entered.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-florin=[0-9a-f]{24}\.[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  const { body: session } = await fresh.ask('GET', '/session');
  expect(session.user).toEqual({ id, email });
  expect(session.passkeys).toEqual([{ ...shown, used: at }]);
  expect((await me.ask('GET', '/sessions')).body).toHaveLength(2);

  expect((await fresh.ask('DELETE', `/passkeys/${session.passkeys[0].id}`)).status).toBe(204);
  expect(await passkeysOf(me)).toEqual([]);
  const gone = await enter(browser(), device, id);
  expect([gone.status, gone.body, gone.headers['set-cookie']]).toEqual([400, refusal, undefined]);
  expect((await fresh.ask('DELETE', `/passkeys/${session.passkeys[0].id}`)).status).toBe(404);
});

test('the removal of a passkey ends the sessions that it has opened, and no others', async () => {
  const { me, id } = await person();
  const [lost, kept] = [authenticator(consoleUrl), authenticator(consoleUrl)];
  const { body: passkey } = await add(me, lost);
  expect((await add(me, kept)).status).toBe(201);
  const [phone, tablet, laptop] = [browser(), browser(), browser()];
  for (const one of [phone, tablet]) expect((await enter(one, lost, id)).status).toBe(204);
  expect((await enter(laptop, kept, id)).status).toBe(204);
  expect((await tablet.ask('DELETE', `/passkeys/${passkey.id}`)).status).toBe(204);
  const answers = await Promise.all([phone, tablet, laptop, me].map((one) => one.ask('GET', '/session')));
  expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 200]);
});

test.each([
  ['Ed25519', () => generateKeyPairSync('ed25519')],
  ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
])('a passkey may have a key of %s', async (_, pair) => {
  const { me, id } = await person();
  const device = authenticator(consoleUrl, pair());
  expect((await add(me, device)).status).toBe(201);
  expect((await enter(browser(), device, id)).status).toBe(204);
});

describe('a sign-in is refused, always with the same answer,', () => {
  let victim: Awaited<ReturnType<typeof person>>;
  let device: Authenticator;

  beforeAll(async () => {
    victim = await person();
    device = authenticator(consoleUrl);
    expect((await add(victim.me, device)).status).toBe(201);
  });

  const expectRefused = ({ status, body, headers }: Awaited<ReturnType<Browser['ask']>>) =>
    expect([status, body, headers['set-cookie']]).toEqual([400, refusal, undefined]);

  test.each<[string, Lies]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:1' }],
    ['for another RP id', { host: 'evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['that is the answer to a registration', { type: 'webauthn.create' }],
    ['without user verification', { flags: 0x01 }],
    ['without user presence', { flags: 0x04 }],
    ['of a user who does not exist', { user: 'f'.repeat(24) }],
    ['of no user', { user: '../' }],
    ['with an unknown credential', { id: randomBytes(20).toString('base64url') }],
  ])('%s', async (_, lies) => {
    expectRefused(await enter(browser(), device, victim.id, lies));
  });

  test('a signature of another key signs nobody in', async () => {
    const forged = { ...authenticator(consoleUrl), id: device.id };
    expectRefused(await enter(browser(), forged, victim.id, { id: device.id }));
  });

  test('a changed signature or changed data sign nobody in', async () => {
    const me = browser();
    for (const field of ['signature', 'authenticatorData'] as const) {
      const body = device.answer(await challengeFor(me), victim.id);
      const bytes = Buffer.from(body[field], 'base64url');
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      const changed = { ...body, [field]: bytes.toString('base64url') };
      expectRefused(await me.ask('POST', '/sign-in/passkey', { body: changed }));
    }
    for (const field of ['signature', 'authenticatorData', 'clientDataJSON', 'user'] as const) {
      const body = { ...device.answer(await challengeFor(me), victim.id), [field]: 'AA' };
      expectRefused(await me.ask('POST', '/sign-in/passkey', { body }));
    }
  });

  test('a passkey signs in only the user who has registered it', async () => {
    const rival = await person();
    const own = authenticator(consoleUrl);
    expect((await add(rival.me, own)).status).toBe(201);
    expectRefused(await enter(browser(), own, rival.id, { user: victim.id }));
    expect((await enter(browser(), own, rival.id)).status).toBe(204);
  });

  test('a used challenge signs nobody in, also at the same time', async () => {
    const me = browser();
    const body = device.answer(await challengeFor(me), victim.id);
    const send = () => me.ask('POST', '/sign-in/passkey', { body });
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expectRefused(await send());
  });

  test('a challenge that a failed attempt has used up signs nobody in', async () => {
    const me = browser();
    const challenge = await challengeFor(me);
    const ask = (lies: Lies) =>
      me.ask('POST', '/sign-in/passkey', { body: device.answer(challenge, victim.id, lies) });
    expectRefused(await ask({ flags: 0x01 }));
    expectRefused(await ask({}));
  });

  test('an expired challenge signs nobody in', async () => {
    const me = browser();
    const challenge = await challengeFor(me);
    const pk = `challenge#${createHash('sha256').update(challenge).digest('hex')}`;
    await setNumbers(pk, { expires: Math.floor(Date.now() / 1000) });
    expectRefused(await me.ask('POST', '/sign-in/passkey', { body: device.answer(challenge, victim.id) }));
  });

  test('a sign-in is refused without a challenge, with an invented one, or with that of another browser', async () => {
    const [me, thief] = [browser(), browser()];
    const body = device.answer(await challengeFor(me), victim.id);
    await challengeFor(thief);
    for (const other of [thief, browser()])
      expectRefused(await other.ask('POST', '/sign-in/passkey', { body }));
    const own = device.answer(randomBytes(32).toString('base64url'), victim.id);
    expectRefused(await me.ask('POST', '/sign-in/passkey', { body: own }));
    expect((await me.ask('POST', '/sign-in/passkey', { body })).status).toBe(204);
  });

  test('if the counter does not grow, because somebody may have a copy of the passkey', async () => {
    expect((await enter(browser(), device, victim.id, { counter: 1000 })).status).toBe(204);
    for (const counter of [1000, 999, 0])
      expectRefused(await enter(browser(), device, victim.id, { counter }));
    expect((await enter(browser(), device, victim.id, { counter: 1001 })).status).toBe(204);
  });

  test('without the header of the console', async () => {
    const me = browser();
    const body = device.answer(await challengeFor(me), victim.id);
    const headers = { 'florin-console': '' };
    for (const [path, sent] of [
      ['/sign-in/passkey', body],
      ['/passkeys/challenges', {}],
    ] as const)
      expect((await me.ask('POST', path, { body: sent, headers })).status).toBe(403);
  });

  test('a sign-in is refused with fields that are missing, malformed or unknown, and the response names them', async () => {
    const me = browser();
    for (const field of ['id', 'user', 'clientDataJSON', 'authenticatorData', 'signature'] as const)
      for (const value of [undefined, '', '+/', 7, 'A'.repeat(5000)]) {
        const body = { ...device.answer(await challengeFor(me), victim.id), [field]: value };
        const { status, body: faults } = await me.ask('POST', '/sign-in/passkey', { body });
        expect([field, value, status, faults[0].field]).toEqual([field, value, 400, field]);
      }
    const body = { ...device.answer(await challengeFor(me), victim.id), more: 1 };
    expect((await me.ask('POST', '/sign-in/passkey', { body })).status).toBe(400);
  });
});

test('an authenticator that does not count signs in again and again', async () => {
  const { me, id } = await person();
  const device = authenticator(consoleUrl);
  await add(me, device);
  for (let n = 0; n < 3; n++) expect((await enter(browser(), device, id, { counter: 0 })).status).toBe(204);
});

describe('a new passkey is refused', () => {
  test.each<[string, Lies]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another RP id', { host: 'evil.example' }],
    ['that is a sign-in', { type: 'webauthn.get' }],
    ['without user verification', { flags: 0x41 }],
    ['without a credential', { flags: 0x05 }],
    ['with a key that is none', { publicKey: 'AAAA' }],
    ['with a key of another curve', { publicKey: spki('P-384') }],
    ['with a short RSA key', { publicKey: textOf(generateKeyPairSync('rsa', { modulusLength: 1024 })) }],
  ])('%s', async (_, lies) => {
    const { me } = await person();
    const { status, body } = await add(me, authenticator(consoleUrl), lies);
    expect([status, body]).toEqual([400, refusal]);
    expect(await passkeysOf(me)).toEqual([]);
  });

  test('a passkey whose id is not the one that the authenticator names is refused', async () => {
    const { me } = await person();
    const made = authenticator(consoleUrl).register(await challengeFor(me));
    const body = { name: 'x', ...made, id: randomBytes(20).toString('base64url') };
    expect((await me.ask('POST', '/passkeys', { body })).status).toBe(400);
  });

  test('a new passkey is refused with a used challenge or with that of another browser', async () => {
    const [{ me }, { me: other }] = [await person(), await person()];
    const challenge = await challengeFor(me);
    const send = (who: Browser, device = authenticator(consoleUrl)) =>
      who.ask('POST', '/passkeys', { body: { name: 'x', ...device.register(challenge) } });
    expect((await send(other)).status).toBe(400);
    expect((await send(me)).status).toBe(201);
    expect((await send(me)).status).toBe(400);
    expect(await passkeysOf(me)).toHaveLength(1);
    expect(await passkeysOf(other)).toEqual([]);
  });

  test('if its credential is registered already, for this user or another one', async () => {
    const [{ me, id }, { me: thief, id: thiefId }] = [await person(), await person()];
    const device = authenticator(consoleUrl);
    expect((await add(me, device)).status).toBe(201);
    const copy = authenticator(consoleUrl);
    for (const who of [me, thief]) {
      const { status, body } = await add(who, copy, { id: device.id });
      expect([status, body.error]).toEqual([409, 'CONFLICT']);
    }
    expect(await passkeysOf(thief)).toEqual([]);
    expect((await enter(browser(), copy, thiefId, { id: device.id })).status).toBe(400);
    expect((await enter(browser(), device, id)).status).toBe(204);
  });

  test('if it is the eleventh, also of many at the same time', async () => {
    const { me, id } = await person();
    const made = await Promise.all(Array.from({ length: 12 }, () => add(me, authenticator(consoleUrl))));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(10);
    const all = await passkeysOf(me);
    expect(all).toHaveLength(10);
    const last = authenticator(consoleUrl);
    expect((await add(me, last)).body[0].field).toBe('passkeys');
    expect((await me.ask('DELETE', `/passkeys/${all[0].id}`)).status).toBe(204);
    expect((await add(me, last)).status).toBe(201);
    expect((await enter(browser(), last, id)).status).toBe(204);
  });

  test('without a session, or with an invalid name', async () => {
    expect((await add(browser(), authenticator(consoleUrl))).status).toBe(401);
    const { me } = await person();
    for (const name of [undefined, '', '\u202e\u200b', 'x'.repeat(101), 1]) {
      const body = { ...authenticator(consoleUrl).register(await challengeFor(me)), name };
      const answer = await me.ask('POST', '/passkeys', { body });
      expect([name, answer.status, answer.body[0].field]).toEqual([name, 400, 'name']);
    }
  });
});

test('nobody removes a passkey of another user', async () => {
  const [{ me, id }, { me: thief }] = [await person(), await person()];
  const device = authenticator(consoleUrl);
  const { body } = await add(me, device);
  for (const passkeyId of [body.id, 'f'.repeat(24), 'x'])
    expect((await thief.ask('DELETE', `/passkeys/${passkeyId}`)).status).toBe(404);
  expect((await browser().ask('DELETE', `/passkeys/${body.id}`)).status).toBe(401);
  expect((await enter(browser(), device, id)).status).toBe(204);
});

test('the audit log has the passkeys that were added and removed, but not where, as strangers can invite anybody', async () => {
  const { me, email } = await person();
  const { body } = await add(me, authenticator(consoleUrl));
  expect((await me.ask('DELETE', `/passkeys/${body.id}`)).status).toBe(204);
  const log = await me.ask('GET', `/api/merchants/${merchant.id}/audit?limit=20`);
  const own = log.body.filter(({ user }: { user: { email: string } }) => user.email === email);
  const elsewhere = { address: '', device: '', fields: null };
  expect(own).toMatchObject([
    { action: 'DELETE /passkeys/{passkeyId}', about: { passkeyId: body.id }, status: 204, ...elsewhere },
    { action: 'POST /passkeys', about: {}, status: 201, ...elsewhere },
  ]);
});

function spki(namedCurve: string): string {
  return textOf(generateKeyPairSync('ec', { namedCurve }));
}

function textOf({ publicKey }: KeyPairKeyObjectResult): string {
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
}
