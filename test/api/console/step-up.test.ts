import { randomBytes, randomUUID } from 'node:crypto';
import { needsStepUp } from '#domain/console/step-up.ts';
import { routesOf } from '../../../lib/routes.ts';
import { sampleRequest } from '../../../lib/sample-request.ts';
import { type Authenticator, authenticator, type Lies } from '../support/authenticator.ts';
import { type Browser, browser } from '../support/console.ts';
import { type Possessions, possess, seenByOwner } from '../support/possessions.ts';
import { setNumbers } from '../support/set-numbers.ts';
import { world } from '../support/world.ts';

const consoleUrl = process.env.FLORIN_CONSOLE_URL ?? '';
const { api, shop, authorized, move, transaction } = world();
const minute = 60_000;

let own: Possessions;

beforeAll(async () => {
  own = (await possess(await shop())) as Possessions;
});

/** Signs a new owner of the merchant in, by mail. */
async function person() {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${own.merchantId}/users`;
  expect((await api('POST', path, { key: own.key, body: { email } })).status).toBe(201);
  const me = browser();
  await me.signIn(email);
  const { user } = (await me.ask('GET', '/session')).body;
  return { me, email, id: user.id as string };
}

/** Sets the times of the step-ups of all sessions of a user. */
const prove = (id: string, times: { proven?: number; mailed?: number }) =>
  setNumbers(`sessions#${id}`, { proven: 0, mailed: 0, ...times });

const challengeFor = async (me: Browser): Promise<string> =>
  (await me.ask('POST', '/passkeys/challenges', { body: {} })).body.challenge;

const add = async (me: Browser, device: Authenticator) =>
  me.ask('POST', '/passkeys', { body: { name: 'Laptop', ...device.register(await challengeFor(me)) } });

const confirm = async (me: Browser, device: Authenticator, user: string, lies: Lies = {}) =>
  me.ask('POST', '/session/proof', { body: device.answer(await challengeFor(me), user, lies) });

/** Makes a person with a passkey whose last step-up was long ago. */
async function stale() {
  const who = await person();
  const device = authenticator(consoleUrl);
  expect((await add(who.me, device)).status).toBe(201);
  await prove(who.id, {});
  return { ...who, device };
}

const makeKey = (me: Browser, headers = {}, name = 'Till') =>
  me.ask('POST', `/api/merchants/${own.merchantId}/apps/keys`, { body: { name }, headers });

const missing = (by: string) => ({
  error: 'PROOF_REQUIRED',
  message: 'Confirm that it is you, then repeat the request',
  text: 'Confirm that it is you, then repeat the request',
  by,
});

const asking = routesOf('console').filter(
  ({ method, path }) => path.startsWith('/api/') && needsStepUp(`${method} ${path.slice('/api'.length)}`),
);

test.each(asking)(
  'a session without a step-up gets 403 and changes nothing: $method $path',
  async (route) => {
    const { me } = await stale();
    const before = await seenByOwner(own);
    const { path, body: sent } = sampleRequest(route, own);
    const { status, body } = await me.ask(route.method, path, { body: sent });
    expect([status, body]).toEqual([403, missing('passkey')]);
    expect(await seenByOwner(own)).toEqual(before);
  },
);

test('a step-up with a passkey lasts for 5 minutes, in which the refused request works with the same key', async () => {
  const { me, id, device } = await stale();
  const path = `/api/merchants/${own.merchantId}/webhooks`;
  const headers = { 'idempotency-key': randomUUID() };
  const make = () => me.ask('POST', path, { body: { events: ['payout.created'] }, headers });
  expect((await make()).status).toBe(403);
  expect((await confirm(me, device, id)).status).toBe(204);
  const made = await make();
  expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect((await make()).headers['idempotency-replayed']).toBe('true');
  await prove(id, { proven: Date.now() - 5 * minute });
  // The recorded answer contains the secret of the endpoint, so a repeat needs a step-up, too.
  expect((await make()).body).toEqual(missing('passkey'));
});

test('a repeated request for a key gets the same key during the step-up, and makes one app', async () => {
  const { me, id, device } = await stale();
  expect((await confirm(me, device, id)).status).toBe(204);
  const headers = { 'idempotency-key': randomUUID() };
  const apps = () => me.ask('GET', `/api/merchants/${own.merchantId}/apps?limit=1000`);
  const before = (await apps()).body.length;
  const [first, again] = [await makeKey(me, headers), await makeKey(me, headers)];
  expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([
    201,
    'true',
    first.body,
  ]);
  expect((await apps()).body).toHaveLength(before + 1);
  expect((await api('GET', '/me', { key: again.body.app.key })).body.identity.id).toBe(first.body.app.id);
  const short = await makeKey(me, { 'idempotency-key': 'x'.repeat(15) });
  expect([short.status, short.body[0].field]).toEqual([400, 'Idempotency-Key']);
  const unseen = await makeKey(me, {}, '\u202e\u200b');
  expect([unseen.status, unseen.body[0]?.field]).toEqual([400, 'name']);
  await prove(id, {});
  expect((await makeKey(me, headers)).body).toEqual(missing('passkey'));
});

test('a sign-in with a passkey counts as a step-up; a mailed link does not if the user has a passkey', async () => {
  const { me, email, id, device } = await stale();
  const fresh = browser();
  const body = device.answer(await challengeFor(fresh), id);
  expect((await fresh.ask('POST', '/sign-in/passkey', { body })).status).toBe(204);
  expect((await makeKey(fresh)).status).toBe(201);
  await me.signIn(email);
  const refused = await makeKey(me);
  expect([refused.status, refused.body]).toEqual([403, missing('passkey')]);
});

test('a mailed link counts for 10 minutes for a user without a passkey, and a new one counts again', async () => {
  const { me, email, id } = await person();
  expect((await makeKey(me)).status).toBe(201);
  await prove(id, { mailed: Date.now() - 10 * minute });
  const refused = await makeKey(me);
  expect([refused.status, refused.body]).toEqual([403, missing('link')]);
  await me.signIn(email);
  expect((await makeKey(me)).status).toBe(201);
});

test('the step-up of one session does not count for another one', async () => {
  const { me, email, id, device } = await stale();
  const other = browser();
  await other.signIn(email);
  expect((await confirm(me, device, id)).status).toBe(204);
  expect((await makeKey(me)).status).toBe(201);
  expect((await makeKey(other)).status).toBe(403);
});

describe('a step-up is refused', () => {
  test('the passkey of another user does not confirm a request', async () => {
    const [victim, thief] = [await stale(), await stale()];
    for (const user of [thief.id, victim.id])
      expect((await confirm(victim.me, thief.device, user)).status).toBe(400);
    expect((await makeKey(victim.me)).status).toBe(403);
  });

  test.each<[string, Lies]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another RP id', { host: 'evil.example' }],
    ['without user verification', { flags: 1 }],
    ['with a counter that does not grow', { counter: 0 }],
  ])('%s', async (_, lies) => {
    const { me, id, device } = await stale();
    expect((await confirm(me, device, id)).status).toBe(204);
    await prove(id, {});
    expect((await confirm(me, device, id, lies)).status).toBe(400);
    expect((await makeKey(me)).status).toBe(403);
  });

  test('a step-up needs a session and an unused challenge of this browser', async () => {
    const { me, email, id, device } = await stale();
    const thief = browser();
    await thief.signIn(email);
    const body = device.answer(await challengeFor(me), id);
    expect((await thief.ask('POST', '/session/proof', { body })).status).toBe(400);
    expect((await me.ask('POST', '/session/proof', { body })).status).toBe(204);
    expect((await me.ask('POST', '/session/proof', { body })).status).toBe(400);
    expect((await confirm(browser(), device, id)).status).toBe(401);
  });

  test('a removed passkey does not confirm a request', async () => {
    const { me, id, device } = await stale();
    await prove(id, { mailed: Date.now() });
    const [passkey] = (await me.ask('GET', '/session')).body.passkeys;
    expect((await me.ask('DELETE', `/passkeys/${passkey.id}`)).status).toBe(204);
    expect((await confirm(me, device, id)).status).toBe(400);
  });
});

test('adding and removing a passkey need a step-up, so a stolen session can do neither', async () => {
  const { me, email, id, device } = await stale();
  const [passkey] = (await me.ask('GET', '/session')).body.passkeys;
  const remove = () => me.ask('DELETE', `/passkeys/${passkey.id}`);
  for (const refused of [await add(me, authenticator(consoleUrl)), await remove()])
    expect([refused.status, refused.body]).toEqual([403, missing('passkey')]);
  // A refused request writes nothing: an entry goes to each merchant of the user, of which there may be hundreds.
  const log: { user: { email: string }; action: string; status: number }[] = (
    await me.ask('GET', `/api/merchants/${own.merchantId}/audit?limit=99`)
  ).body;
  const tried = log.filter(({ user }) => user.email === email).map(({ action, status }) => [action, status]);
  expect(tried).toEqual([['POST /passkeys', 201]]);
  // The mailed link is for people who have lost their device: it allows removals of passkeys, and allows a new passkey
  // only afterwards.
  await me.signIn(email);
  expect((await add(me, authenticator(consoleUrl))).status).toBe(403);
  expect((await remove()).status).toBe(204);
  expect((await add(me, device)).status).toBe(201);
  await prove(id, {});
  expect((await confirm(me, device, id)).status).toBe(204);
  expect((await add(me, authenticator(consoleUrl))).status).toBe(201);
});

test('a request with the key of an app never needs a step-up', async () => {
  const path = `/merchants/${own.merchantId}/webhooks`;
  const body = { events: ['payout.created'] };
  expect((await api('POST', path, { key: own.key, body })).status).toBe(201);
});

test('a refund above the limit needs a step-up, and moves money once with the key of the refused request', async () => {
  const { me, id, device } = await stale();
  const merchant = `/api/merchants/${own.merchantId}`;
  const limit = (refundLimit: number) => me.ask('PUT', merchant, { body: { refundLimit } });
  // A change of the limit needs a step-up, too. Otherwise somebody with a stolen cookie could raise the limit.
  expect((await limit(1000)).body).toEqual(missing('passkey'));
  expect((await confirm(me, device, id)).status).toBe(204);
  expect((await limit(1000)).status).toBe(204);
  await prove(id, {});
  expect((await limit(1000)).status).toBe(204);
  expect((await limit(0)).status).toBe(403);

  const { merchant: whole } = (await api('GET', `/merchants/${own.merchantId}`, { key: own.key })).body;
  expect(whole.refundLimit).toBe(1000);
  const payment = await authorized(whole, 5000);
  expect((await move(own.key, payment, 'captures', 5000)).status).toBe(201);
  const refund = (amount: number, key: string) =>
    me.ask('POST', `/api/transactions/${payment}/refunds`, {
      body: { amount },
      headers: { 'idempotency-key': key },
    });
  const key = randomUUID();
  expect((await refund(1001, key)).body).toEqual(missing('passkey'));
  // All refunds of one payment count together.
  expect((await refund(600, randomUUID())).status).toBe(201);
  expect((await refund(401, randomUUID())).status).toBe(403);
  expect((await refund(400, randomUUID())).status).toBe(201);
  expect((await refund(1, randomUUID())).status).toBe(403);
  expect((await transaction(own.key, payment)).refundedAmount).toBe(1000);
  expect((await confirm(me, device, id)).status).toBe(204);
  const answers = [await refund(1001, key), await refund(1001, key)];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await transaction(own.key, payment)).refundedAmount).toBe(2001);

  // The limit does not apply to API keys.
  expect((await move(own.key, payment, 'refunds', 2999)).status).toBe(201);
  expect(
    (await api('PUT', `/merchants/${own.merchantId}`, { key: own.key, body: { refundLimit: 0 } })).status,
  ).toBe(204);
});

test('a change of the merchant’s e-mail address needs a step-up, as mails about money go there', async () => {
  const { me, id, device } = await stale();
  const change = (body: object) => me.ask('PUT', `/api/merchants/${own.merchantId}`, { body });
  const { merchant } = (await api('GET', `/merchants/${own.merchantId}`, { key: own.key })).body;
  expect((await change({ email: 'thief@example.com', name: 'Shop' })).body).toEqual(missing('passkey'));
  expect((await change({ email: merchant.email, name: 'Shop' })).status).toBe(204);
  expect((await confirm(me, device, id)).status).toBe(204);
  expect((await change({ email: 'new@example.com' })).status).toBe(204);
  const now = (await api('GET', `/merchants/${own.merchantId}`, { key: own.key })).body.merchant;
  expect(now).toMatchObject({ email: 'new@example.com', name: 'Shop' });
});

test.each([-1, 1.5, '1e2', 1e15])('a limit of %p is refused', async (refundLimit) => {
  const answer = await api('PUT', `/merchants/${own.merchantId}`, { key: own.key, body: { refundLimit } });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('refundLimit')]);
});
