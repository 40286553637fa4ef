import type { AuditEntry } from '../../../functions/core/domain/console/audit.ts';
import type { Term } from '../../../functions/core/domain/console/search.ts';
import type { Till } from '../../../functions/core/domain/console/till.ts';
import { failure } from '../../api/support/answer.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/console/passkey.ts')),
  ...(await import('../../../functions/core/basics/network.ts')),
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/console/attempts.ts')),
  ...(await import('../../../functions/core/store/console/audit.ts')),
  ...(await import('../../../functions/core/store/console/passkeys.ts')),
  ...(await import('../../../functions/core/store/console/places.ts')),
  ...(await import('../../../functions/core/store/console/search.ts')),
  ...(await import('../../../functions/core/store/console/sessions.ts')),
  ...(await import('../../../functions/core/store/console/tills.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

afterEach(() => {
  own.proxy.instead = undefined;
  jest.restoreAllMocks();
});

const hour = 60 * 60_000;
/** In the middle of an hour, as attempts count by the hour. */
const noon = Date.parse('2026-03-13T12:30:00.000Z');
const at = (time: number) => jest.spyOn(Date, 'now').mockReturnValue(time);

test('each network has its own limit of attempts in an hour', async () => {
  at(noon);
  const attempts = [];
  for (let n = 0; n < 3; n++) attempts.push(await own.countAttempt('192.0.2.1', 2));
  expect(attempts).toEqual([true, true, false]);
  expect(await own.countAttempt('192.0.2.2', 2)).toBe(true);
  at(noon + hour);
  expect(await own.countAttempt('192.0.2.1', 2)).toBe(true);
  // DynamoDB must not delete a count within its hour.
  const count = await own.get(own.attemptsKey('192.0.2.1', '2026-03-13T12'));
  expect(count).toMatchObject({ attempts: 2, expires: (noon + 2 * hour) / 1000 });
});

test('an entry of the audit log is written once, and gets its status once', async () => {
  const merchantId = own.newId();
  const entry: AuditEntry = {
    ...{ id: own.newId(), merchantId, user: { id: own.newId(), email: 'ann@example.com' } },
    ...{ action: 'POST /transactions/{transactionId}/refunds', about: {}, requestId: 'r' },
    ...{ address: '192.0.2.1', device: 'Firefox' },
  };
  const isFailed = { name: 'TransactionCanceledException' };
  await expect(own.setStatus({ entry, stays: true }, 201)).rejects.toMatchObject(isFailed);
  await own.appendEntry({ entry, stays: true });
  await expect(own.appendEntry({ entry: { ...entry, action: 'GET /me' } })).rejects.toMatchObject(isFailed);
  await own.setStatus({ entry, stays: true }, 201);
  await expect(own.setStatus({ entry, stays: true }, 400)).rejects.toMatchObject(isFailed);
  const entries = [];
  for await (const { action, status, expires } of own.listEntries(merchantId, { limit: 9 }))
    entries.push([action, status, expires]);
  expect(entries).toEqual([[entry.action, 201, undefined]]);
});

async function pairTill() {
  const till: Till = {
    ...{ id: own.newId(), merchantId: own.newId(), test: true, name: 'Counter', role: 'cashier' as never },
    ...{ pairedBy: { id: own.newId(), email: 'ann@example.com' }, created: noon, seen: noon },
    ...{ device: 'Firefox', address: '192.0.2.1' },
  };
  const user = own.membershipKey(till.merchantId, { kind: 'user', id: till.pairedBy.id });
  await own.transact([{ item: own.put({ ...user }) }]);
  const { merchantId, test, name, role, pairedBy } = till;
  const code = own.newId();
  const end = noon / 1000 + 600;
  await own.putPairing({ merchantId, test, name, role, pairedBy, expires: end }, code);
  const pair = (now: number, id = till.id) => own.putTill({ ...till, id }, 'token', code, undefined, now);
  return { till, user, end, pair };
}

const isUnknown = { name: 'Refused', message: expect.stringContaining('This code is not known') };

test('a code pairs one till, until it expires', async () => {
  at(noon);
  const { till, end, pair } = await pairTill();
  await expect(pair(end)).rejects.toMatchObject(isUnknown);
  await pair(end - 1);
  await expect(pair(end - 1, own.newId())).rejects.toMatchObject(isUnknown);
  expect(await own.listTills(till.merchantId)).toMatchObject([{ id: till.id }]);
  const newer = own.newId(noon + hour);
  const key = own.membershipKey(till.merchantId, { kind: 'till', id: newer });
  await own.transact([{ item: own.put({ ...till, ...key, id: newer }) }]);
  expect(await own.listTills(till.merchantId)).toMatchObject([{ id: newer }, { id: till.id }]);
});

test('a code of a user who was removed pairs no till', async () => {
  at(noon);
  const { till, user, end, pair } = await pairTill();
  await own.transact([{ item: own.discard(user) }]);
  await expect(pair(end - 1)).rejects.toMatchObject(isUnknown);
  expect(await own.listTills(till.merchantId)).toEqual([]);
});

test('a request that runs while its till is ended does not bring the till back', async () => {
  at(noon);
  const { till, end, pair } = await pairTill();
  await pair(end - 1);
  const known = await own.findTill(till.merchantId, till.id, 'token');
  if (!known) throw new Error('No till');
  await own.noteTillUse(known.till, noon + hour);
  expect((await own.findTill(till.merchantId, till.id, 'token'))?.till.seen).toBe(noon + hour);
  await own.removeTill(till.merchantId, till.id);
  await own.noteTillUse(known.till, noon + 2 * hour);
  expect(await own.findTill(till.merchantId, till.id, 'token')).toBeUndefined();
  await expect(own.removeTill(till.merchantId, till.id)).rejects.toMatchObject({ name: 'NotFound' });
});

async function signedIn() {
  const userId = own.newId();
  const session = {
    ...{ id: own.newId(), userId, email: 'ann@example.com', created: noon, seen: noon },
    ...{ device: 'Firefox', address: '192.0.2.1' },
  };
  await own.transact([own.putSession(session, 'token')]);
  const now = async () => own.getSession(userId, 'token');
  const known = await now();
  if (!known) throw new Error('No session');
  return { known, now };
}

test('a request that runs while its session is ended does not bring the session back', async () => {
  at(noon);
  const { known, now } = await signedIn();
  await own.noteUse(known, noon + hour);
  // An older request that ends later does not shorten the session.
  await own.noteUse(known, noon + 1);
  expect((await now())?.seen).toBe(noon + hour);
  await own.endSessions([known]);
  await own.noteUse(known, noon + 2 * hour);
  expect(await now()).toBeUndefined();
});

test('sessions have ended when the request that ends them is answered', async () => {
  at(noon);
  const { known } = await signedIn();
  own.proxy.instead = () => failure('ValidationException');
  await expect(own.endSessions([known])).rejects.toMatchObject({ name: 'ValidationException' });
});

test('the counter of a passkey must grow with each use, unless its authenticator does not count', async () => {
  at(noon);
  const { known, now } = await signedIn();
  const { userId } = known;
  const passkey = { userId, credential: own.newId() } as never;
  const key = own.passkeyKey(userId, (passkey as { credential: string }).credential);
  const prove = (counter: number) => own.proveSession(known, passkey, counter, noon + counter);
  const isRefused = { name: 'Refused' };
  await expect(prove(1)).rejects.toMatchObject(isRefused);
  await own.transact([{ item: own.put({ ...key, counter: 0 }) }]);
  for (const counter of [0, 0, 1, 3]) await prove(counter);
  for (const copied of [0, 1, 3]) await expect(prove(copied)).rejects.toMatchObject(isRefused);
  expect([(await now())?.proven, await own.get(key)]).toMatchObject([noon + 3, { counter: 3 }]);
  await own.endSessions([known]);
  await expect(prove(4)).rejects.toMatchObject({ name: 'NotFound' });
  expect([await now(), await own.get(key)]).toMatchObject([undefined, { counter: 3 }]);
});

const change = { method: 'link' } as never;

/** A user without passkeys. `add` registers a passkey of theirs. */
async function userWithPasskeys() {
  const [userId, email] = [own.newId(), `${own.newId()}@example.com`];
  await own.transact([{ item: own.put({ ...own.userKey(email), id: userId, email }) }]);
  const passkey = (credential: string) =>
    ({ userId, email, credential, name: 'Phone', counter: 0, created: noon }) as never;
  return {
    userId,
    email,
    add: (credential: string = own.newId()) => own.putPasskey(passkey(credential), change),
    remove: (credential: string) => own.removePasskey(passkey(credential), change),
  };
}

test('a passkey belongs to the user who has registered it first, until it is removed', async () => {
  const [ann, bob] = [await userWithPasskeys(), await userWithPasskeys()];
  const credential = own.newId();
  await ann.add(credential);
  for (const { add } of [bob, ann]) await expect(add(credential)).rejects.toMatchObject({ name: 'Conflict' });
  expect(await own.passkeysOf(bob.userId)).toEqual([]);
  await ann.remove(credential);
  await expect(ann.remove(credential)).rejects.toMatchObject({ name: 'NotFound' });
  await bob.add(credential);
  expect(await own.passkeysOf(bob.userId)).toMatchObject([{ credential }]);
});

test('a user has up to ten passkeys, and a user who was removed gets none', async () => {
  const { userId, email, add } = await userWithPasskeys();
  await Promise.all(Array.from({ length: 9 }, () => add()));
  await add('the tenth');
  await expect(add()).rejects.toMatchObject({ name: 'Refused' });
  expect(await own.passkeysOf(userId)).toHaveLength(10);
  const gone = await userWithPasskeys();
  await own.transact([{ item: own.discard(own.userKey(gone.email)) }]);
  await expect(gone.add()).rejects.toMatchObject({ name: 'Refused' });
  expect([await own.passkeysOf(gone.userId), await own.get(own.userKey(gone.email))]).toEqual([
    [],
    undefined,
  ]);
  expect(await own.get(own.userKey(email))).toMatchObject({ passkeys: 10 });
});

test('a challenge is used once, by its own browser, before it expires', async () => {
  at(noon);
  await own.putChallenge('first', 'browser');
  const isRefused = { name: 'Refused' };
  await expect(own.spendChallenge('first', 'another')).rejects.toMatchObject(isRefused);
  await expect(own.spendChallenge('another', 'browser')).rejects.toMatchObject(isRefused);
  await own.spendChallenge('first', 'browser');
  await expect(own.spendChallenge('first', 'browser')).rejects.toMatchObject(isRefused);
  await own.putChallenge('second', 'browser');
  at(noon + own.challengeLifetime);
  await expect(own.spendChallenge('second', 'browser')).rejects.toMatchObject(isRefused);
});

test('nobody signs in as a user who was removed', async () => {
  const { email } = await userWithPasskeys();
  const signIn = () =>
    own.transact([own.noteSignIn({ email, created: noon } as never, () => new Error('Nobody'))]);
  await signIn();
  expect(await own.get(own.userKey(email))).toMatchObject({ signedIn: noon });
  await own.transact([{ item: own.discard(own.userKey(email)) }]);
  await expect(signIn()).rejects.toThrow('Nobody');
  expect(await own.get(own.userKey(email))).toBeUndefined();
});

test('a browser whose cookie equals its network address is stored once, as the network', async () => {
  const place = { userId: own.newId(), address: '192.0.2.1', created: Date.now() };
  await own.transact(own.notePlaces(place as never, '192.0.2.1'));
  const [browser, network] = [own.sha256('another'), '192.0.2.1'];
  expect(await own.knownPlace(place.userId, { browser, network })).toBe(own.sha256(network));
});

test.each([
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', true],
  ['2001:db8:1:2::1', '2001:db8:1:102::1', false],
])('a user who has signed in from %s is known at %s: %p', async (address, later, isKnown) => {
  const { networkOf } = own;
  const place = { userId: own.newId(), address, created: Date.now() };
  await own.transact(own.notePlaces(place as never, 'cookie'));
  const at = { browser: own.sha256('another'), network: networkOf(later) };
  expect((await own.knownPlace(place.userId, at)) !== undefined).toBe(isKnown);
  expect(await own.knownPlace(own.newId(), at)).toBeUndefined();
  expect(await own.knownPlace(place.userId, { ...at, browser: own.sha256('cookie') })).toBe(
    own.sha256('cookie'),
  );
});

test('a code and a till are stored once', async () => {
  at(noon);
  const { till, end, pair } = await pairTill();
  await pair(end - 1);
  const { merchantId, test, name, role, pairedBy } = till;
  const pairing = { merchantId, test, name, role, pairedBy, expires: end };
  const code = own.newId();
  await own.putPairing(pairing, code);
  const isFailed = { name: 'TransactionCanceledException' };
  await expect(own.putPairing(pairing, code)).rejects.toMatchObject(isFailed);
  await expect(own.putTill(till, 'other token', code, till.id, end - 1)).rejects.toMatchObject(isFailed);
  expect(await own.findTill(merchantId, till.id, 'token')).toMatchObject({ till: { id: till.id } });
  own.proxy.reset();
  expect(await own.findTill(merchantId, till.id, 'other token')).toBeUndefined();
  expect(own.proxy.calls).toHaveLength(1);
});

test('a transaction is found by its terms within its merchant, and no longer than it exists', async () => {
  const [merchantId, other] = [own.newId(), own.newId()];
  const [ann, bob] = ['ann@example.com', 'bob@example.com'].map(
    (value) => ({ kind: 'email', value }) as Term,
  );
  const [first, second] = [own.newId(1000), own.newId(2000)] as [string, string];
  const put = (id: string, terms: (Term | undefined)[], more = {}) =>
    own.putTerms({ id, merchantId, ...more }, terms as Term[]);
  const expires = Math.floor(Date.now() / 1000) + 60;
  expect([await put(first, [ann, bob], { expires }), await put(first, [ann, bob], { expires })]).toEqual([
    2, 0,
  ]);
  expect(await put(second, [ann])).toBe(1);
  const found = async (merchant: string, term: Term | undefined) => {
    const ids: string[] = [];
    for await (const id of own.listUnderTerms(merchant, [term as Term], { limit: 9 })) ids.push(id);
    return ids;
  };
  expect([await found(merchantId, ann), await found(merchantId, bob)]).toEqual([[second, first], [first]]);
  expect(await found(other, ann)).toEqual([]);
  jest.spyOn(Date, 'now').mockReturnValue(expires * 1000);
  const left = [await found(merchantId, ann), await found(merchantId, bob)];
  jest.restoreAllMocks();
  expect(left).toEqual([[second], []]);
});

test('the table has no secret in its keys', () => {
  const secret = 'a-secret';
  const keys = [
    ...[own.apiKeyKey(secret), own.sessionKey('u1', secret), own.signInLinkKey(secret)],
    ...[own.pairingKey(secret), own.challengeKey(secret), own.idempotencyKey('app', secret)],
  ];
  expect(JSON.stringify(keys)).not.toContain(secret);
});
