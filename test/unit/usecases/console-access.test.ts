import type { UserRequest } from '../../../functions/core/domain/caller.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import type { Role } from '../../../functions/core/domain/merchants/roles.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => {
  process.env.CONSOLE_URL = 'https://console.florin.test';
  return {
    ...(await import('../../../functions/core/domain/console/till.ts')),
    ...(await import('../../../functions/core/store/console/audit.ts')),
    ...(await import('../../../functions/core/store/console/passkeys.ts')),
    ...(await import('../../../functions/core/store/console/sessions.ts')),
    ...(await import('../../../functions/core/store/console/sign-ins.ts')),
    ...(await import('../../../functions/core/store/console/tills.ts')),
    ...(await import('../../../functions/core/store/merchants/invitations.ts')),
    ...(await import('../../../functions/core/store/merchants/members.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/usecases/accounts/audit.ts')),
    ...(await import('../../../functions/core/usecases/accounts/leave-merchant.ts')),
    ...(await import('../../../functions/core/usecases/accounts/membership.ts')),
    ...(await import('../../../functions/core/usecases/console/passkeys.ts')),
    ...(await import('../../../functions/core/usecases/console/step-up.ts')),
    ...(await import('../../../functions/core/usecases/console/sessions.ts')),
    ...(await import('../../../functions/core/usecases/console/withdraw-passkey.ts')),
    ...(await import('../../../functions/core/usecases/console/tills.ts')),
    makeSignInLink: (await import('../../../functions/jobs/make-sign-in-link.ts')).handler,
  };
});
afterEach(() => {
  own.proxy.instead = undefined;
  jest.restoreAllMocks();
});

const minute = 60_000;
const hour = 60 * minute;

/** Moves the clock forward, in milliseconds. */
function later(time: number): void {
  const now = Date.now() + time;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
}

async function shop(over: Parameters<typeof someMerchant>[0] = {}) {
  const [merchant, app] = [someMerchant(over), { kind: 'app', id: newId() } as const];
  await own.createMerchant(merchant, { id: app.id, name: null });
  const member = async (role: Role, known?: { id: string; email: string }) => {
    const user = known ?? { id: newId(), email: `${newId()}@example.com` };
    const more = { merchant: 'Shop', test: merchant.test, role, invitedBy: app.id };
    await own.addUser({ ...user, merchantId: merchant.id, ...more }, app, !known, []);
    await own.putAccepted({ id: user.id, merchantId: merchant.id, test: merchant.test });
    return user;
  };
  const log = async () => {
    const entries: object[] = [];
    for await (const { action, status, expires } of own.listEntries(merchant.id, { limit: 10 }))
      entries.push({ action, status, isKept: expires === undefined });
    return entries;
  };
  const setRole = (user: { id: string }, role: Role) => own.setRole(merchant.id, app, user.id, role);
  const admissionOf = async (user: { id: string }) =>
    (await own.membershipsOf(merchant.id, [user.id])).get(user.id)?.admission;
  return { merchant, id: merchant.id, app, member, log, setRole, admissionOf };
}

const requestBy = (stepUps: UserRequest['stepUps'] = {}): UserRequest => ({
  ...{ id: newId(), email: 'ann@example.com', stepUps, address: '', device: '', params: {} },
  body: () => ({}),
});

const call = (id: string, route: string, request?: UserRequest) =>
  ({ kind: 'user', id, route, request }) as const;

const links = 'POST /merchants/{merchantId}/links';
const hooks = 'POST /merchants/{merchantId}/webhooks';

describe('the request of a user', () => {
  test.each([
    ['test', true],
    ['live', false],
  ])(
    'to a %s merchant is in the audit log with its status, once, also if the role forbids it',
    async (_, test) => {
      const { id, member, log } = await shop({ test });
      const [owner, reader] = [await member('owner'), await member('accountant')];
      const allowed = requestBy();
      for (let n = 0; n < 2; n++) await own.assertMember(id, call(owner.id, links, allowed));
      await allowed.onAnswer?.(201);
      const denied = requestBy();
      await expect(own.assertMember(id, call(reader.id, links, denied))).rejects.toMatchObject({
        ...{ name: 'NoAccess', message: 'Your role does not allow this' },
      });
      await denied.onAnswer?.(403);
      await own.assertMember(id, call(owner.id, 'GET /merchants/{merchantId}', requestBy()));
      // Anybody can send any number of requests that are refused.
      expect(await log()).toEqual([
        { action: links, isKept: false, status: 403 },
        { action: links, isKept: !test, status: 201 },
      ]);
    },
  );

  test('a user’s request to another merchant has no access, and is in no audit log', async () => {
    const [{ id, log }, { member }] = [await shop(), await shop()];
    const stranger = await member('owner');
    const request = requestBy();
    await expect(own.assertMember(id, call(stranger.id, links, request))).rejects.toMatchObject({
      name: 'NoAccess',
    });
    expect([await log(), request.onAnswer]).toEqual([[], undefined]);
  });

  test('a request that gives lasting access needs a step-up, and is in the audit log even without one', async () => {
    const { id, app, member, log } = await shop();
    const owner = await member('owner');
    const ask = (stepUps = {}) => own.assertMember(id, call(owner.id, hooks, requestBy(stepUps)));
    await expect(ask()).rejects.toMatchObject({ by: 'link' });
    await expect(own.assertMember(id, call(owner.id, hooks))).rejects.toMatchObject({ by: 'link' });
    await expect(ask({ mailed: Date.now() - 10 * minute })).rejects.toMatchObject({ by: 'link' });
    await ask({ mailed: Date.now() });
    await ask({ proven: Date.now() });
    expect(await log()).toHaveLength(4);
    await own.assertMember(id, app);
    expect(await log()).toHaveLength(4);
  });

  test('the request of a user with a passkey needs a step-up with the passkey', async () => {
    const { id, email } = await (await shop()).member('owner');
    const passkey = { id: newId(), userId: id, email, credential: newId(), publicKey: Buffer.from('key') };
    const change = { device: '', address: '', language: 'en' };
    await own.putPasskey({ ...passkey, counter: 0, name: 'Phone', created: Date.now() }, change);
    const ask = (stepUps: UserRequest['stepUps']) => own.assertStepUp(call(id, hooks, requestBy(stepUps)));
    await expect(ask({ mailed: Date.now() })).rejects.toMatchObject({ by: 'passkey' });
    await expect(ask({ proven: Date.now() - 5 * minute })).rejects.toMatchObject({ by: 'passkey' });
    await ask({ proven: Date.now() });
  });

  test('the request of a user to change their passkeys is in the audit log of each of their merchants', async () => {
    const [one, two, foreign] = [await shop(), await shop({ test: false }), await shop()];
    const user = await one.member('owner');
    await two.member('accountant', user);
    const [action, request] = ['POST /passkeys', requestBy()];
    const [later, left] = [await shop(), await shop()];
    await left.member('owner', user);
    await own.auditEverywhere(call(user.id, action));
    await own.auditEverywhere(call(user.id, action, request));
    await request.onAnswer?.(201);
    await later.member('owner', user);
    await own.removeMember(left.id, left.app, { kind: 'user', id: user.id });
    for (const { log } of [one, two]) expect(await log()).toEqual([{ action, status: 201, isKept: false }]);
    for (const { log } of [foreign, later, left]) expect(await log()).toEqual([]);
    own.proxy.instead = (_, body) => (body.includes('"audit#') ? failure('ValidationException') : undefined);
    await expect(own.auditEverywhere(call(user.id, action, requestBy()))).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

test('a change of passkeys writes one entry and its status, however many merchants the user has joined', async () => {
  const user = { kind: 'user', id: newId() } as const;
  const ids = Array.from({ length: 100 }, () => newId());
  const { pk: listPk } = own.merchantsOf(user, true);
  const joined = (merchantId: string) => ({
    item: own.put({
      ...own.membershipKey(merchantId, user),
      ...{ id: user.id, merchantId, test: true, listPk, listSk: merchantId },
    }),
  });
  await own.transact(ids.map(joined));
  own.proxy.reset();
  const request = requestBy();
  await own.auditEverywhere(call(user.id, 'POST /passkeys', request));
  await request.onAnswer?.(201);
  expect(own.proxy.calls).toHaveLength(2);
  for (const id of [ids[0], ids.at(-1)] as string[]) {
    const entries: unknown[] = [];
    for await (const { status } of own.listEntries(id, { limit: 9 })) entries.push(status);
    expect(entries).toEqual([201]);
  }
});

test('a user has at most 50 sessions, and another one ends the session with the oldest use', async () => {
  const user = await (await shop()).member('owner');
  for (let n = 0; n < 60; n++) {
    const session = { ...user, id: newId(), userId: user.id, created: Date.now(), device: '', address: '' };
    await own.transact([
      own.putSession({ ...session, seen: Date.now() - (n === 7 ? hour : 0) }, `token-${n}`),
    ]);
    await own.makeRoom(user.id);
  }
  const sessions = await own.sessionsOf(user.id);
  expect([sessions.length, sessions.some(({ seen }) => seen < Date.now() - hour / 2)]).toEqual([49, false]);
});

describe('a session', () => {
  async function signedIn() {
    const user = await (await shop()).member('owner');
    const link = newId();
    await own.putLink({ user }, link);
    const cookie = await own.signIn(link, { device: 'Firefox', address: '192.0.2.1' });
    const seen = async () => (await own.sessionsOf(user.id))[0]?.seen;
    return { user, link, cookie, seen };
  }

  test('a session is opened once by a link, and by no other text than its cookie', async () => {
    const { user, link, cookie } = await signedIn();
    expect(await own.sessionOf(cookie)).toMatchObject({
      userId: user.id,
      device: 'Firefox',
      mailed: expect.any(Number),
    });
    await expect(own.signIn(link, { device: '', address: '' })).rejects.toMatchObject({ name: 'Refused' });
    const [id, token] = cookie.split('.');
    for (const other of [undefined, '', id, `${id}.`, `${newId()}.${token}`, `${id}.${token?.slice(1)}`])
      expect(await own.sessionOf(other)).toBeUndefined();
  });

  test('a session is opened once by a link that an operator makes, in any browser', async () => {
    const user = await (await shop()).member('owner');
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { url } = await own.makeSignInLink({ email: user.email.toUpperCase() });
    const [page, link = ''] = url.split('/sign-in/');
    expect(page).toBe('https://console.florin.test/#');
    const browser = { cookie: 'any', device: '', address: '192.0.2.1' };
    expect(await own.sessionOf(await own.signIn(link, browser))).toMatchObject({ userId: user.id });
    await expect(own.signIn(link, browser)).rejects.toMatchObject({ name: 'Refused' });
    for (const email of ['nobody@example.com', undefined])
      await expect(own.makeSignInLink({ email })).rejects.toThrow();
    const late = (await own.makeSignInLink(user)).url.split('/').at(-1) ?? '';
    later(15 * minute);
    await expect(own.signIn(late, browser)).rejects.toMatchObject({ name: 'Refused' });
  });

  test('a session notes its use every 5 minutes, and ends after 12 hours without one', async () => {
    const { cookie, seen } = await signedIn();
    const first = await seen();
    later(5 * minute - 1000);
    await own.sessionOf(cookie);
    expect(await seen()).toBe(first);
    later(1000);
    await own.sessionOf(cookie);
    expect(await seen()).toBe(Date.now());
    later(12 * 60 * minute - 1000);
    expect(await own.sessionOf(cookie)).toBeDefined();
    later(12 * 60 * minute);
    expect(await own.sessionOf(cookie)).toBeUndefined();
  });
});

test.each([0, 1, 2, 3, 4])(
  'the removal of a passkey that dies after %i writes leaves no session of it once it is repeated',
  async (most) => {
    const { id: userId, email } = await (await shop()).member('owner');
    const passkey = { id: newId(), userId, email, credential: newId(), publicKey: Buffer.from('key') };
    const stored = { ...passkey, counter: 0, name: 'Phone', created: Date.now() };
    const change = { device: '', address: '', language: 'en' } as const;
    await own.putPasskey(stored, change);
    const opened = { userId, email, device: '', address: '', created: Date.now(), seen: Date.now() };
    for (const token of ['a', 'b', 'c'])
      await own.openSessionBy(stored, 0, { ...opened, id: newId(), passkey: stored.id }, token, undefined);
    const remove = () => own.withdrawPasskey(stored, newId(), change);
    let writes = 0;
    own.proxy.instead = (operation) =>
      /Get|Query/.test(operation) || ++writes <= most ? undefined : failure('ValidationException');
    await remove().catch(() => {});
    own.proxy.instead = undefined;
    // The route answers 404 for a passkey that does not exist any more.
    if ((await own.passkeysOf(userId)).length > 0) await remove();
    expect([await own.sessionsOf(userId), await own.passkeysOf(userId)]).toEqual([[], []]);
  },
);

test('a session that a passkey opens during its removal ends, too', async () => {
  const { id: userId, email } = await (await shop()).member('owner');
  const passkey = { id: newId(), userId, email, credential: newId(), publicKey: Buffer.from('key') };
  const stored = { ...passkey, counter: 0, name: 'Phone', created: Date.now() };
  const change = { device: '', address: '', language: 'en' } as const;
  await own.putPasskey(stored, change);
  const opened = {
    id: newId(),
    userId,
    email,
    device: '',
    address: '',
    created: Date.now(),
    seen: Date.now(),
  };
  own.proxy.instead = async (_, body) => {
    if (!body.includes('"passkey-news#')) return undefined;
    own.proxy.instead = undefined;
    await own.openSessionBy(stored, 0, { ...opened, passkey: stored.id }, 'token', undefined);
    return undefined;
  };
  await own.withdrawPasskey(stored, newId(), change);
  expect([own.proxy.instead, await own.sessionsOf(userId)]).toEqual([undefined, []]);
});

describe('a till', () => {
  async function pairTill(
    { id, merchant, member, admissionOf }: Awaited<ReturnType<typeof shop>>,
    user?: { id: string; email: string },
  ) {
    const maker = user ?? (await member('member'));
    const pairedBy = { ...maker, admission: await admissionOf(maker) };
    const terms = { merchantId: id, test: merchant.test, name: 'Van', role: 'till' as const, pairedBy };
    const { code, until } = await own.makePairing(terms);
    const cookie = await own.pair(code.toLowerCase(), { device: 'Firefox', address: '192.0.2.1' });
    const till = await own.tillOf(cookie);
    return { terms, code, until, cookie, till, pairedBy };
  }

  test('a till works with its cookie alone, and its code pairs one device within 10 minutes', async () => {
    const made = await shop();
    later(0);
    const { terms, code, until, cookie, till } = await pairTill(made);
    expect(until).toBe(Date.now() + 10 * minute);
    expect(till).toMatchObject({ ...terms, device: 'Firefox' });
    await expect(own.pair(code, { device: '', address: '' })).rejects.toMatchObject({ name: 'Refused' });
    await expect(own.pair('no code', { device: '', address: '' })).rejects.toMatchObject({ name: 'Refused' });
    const [merchantId, id, token] = cookie.split('.');
    const other = (await pairTill(await shop())).cookie.split('.');
    for (const text of [
      ...[undefined, '', `${merchantId}.${id}`, `${merchantId}.${id}.`, `${cookie}.more`],
      ...[
        `${merchantId}.${id}.${other[2]}`,
        `${merchantId}.${newId()}.${token}`,
        `${other[0]}.${id}.${token}`,
      ],
    ])
      expect(await own.tillOf(text)).toBeUndefined();
    const next = await own.makePairing(terms);
    later(10 * minute);
    await expect(own.pair(next.code, { device: '', address: '' })).rejects.toMatchObject({ name: 'Refused' });
  });

  test('a till notes its use every 5 minutes, and ends after 30 days without one', async () => {
    const made = await shop();
    const { cookie } = await pairTill(made);
    const seen = async () => (await own.openTills(made.id))[0]?.seen;
    const first = await seen();
    later(5 * minute - 1000);
    await own.tillOf(cookie);
    expect(await seen()).toBe(first);
    later(1000);
    await own.tillOf(cookie);
    expect(await seen()).toBe(Date.now());
    later(30 * 24 * 60 * minute - 1000);
    expect(await own.openTills(made.id)).toHaveLength(1);
    later(1000);
    expect([await own.tillOf(cookie), await own.openTills(made.id)]).toEqual([undefined, []]);
  });

  test('a till ends with the right of the user who has paired it, by a role or a removal', async () => {
    const made = await shop();
    const [one, two] = [await pairTill(made), await pairTill(made)];
    await made.setRole(one.pairedBy, 'support');
    expect(await own.tillOf(one.cookie)).toBeUndefined();
    expect((await own.openTills(made.id)).map(({ id }) => id)).toEqual([two.till?.id]);
    await own.removeMember(made.id, made.app, { kind: 'user', id: two.pairedBy.id });
    expect([await own.tillOf(two.cookie), await own.openTills(made.id)]).toEqual([undefined, []]);
  });

  test('a till stays off when the user who has paired it has the right again', async () => {
    const made = await shop();
    const [demoted, removed, promoted] = [await pairTill(made), await pairTill(made), await pairTill(made)];
    await made.setRole(demoted.pairedBy, 'accountant');
    await made.setRole(demoted.pairedBy, 'member');
    await own.removeMember(made.id, made.app, { kind: 'user', id: removed.pairedBy.id });
    await made.member('member', removed.pairedBy);
    await made.setRole(promoted.pairedBy, 'owner');
    const tills = [demoted, removed, promoted].map(({ cookie }) => own.tillOf(cookie));
    expect((await Promise.all(tills)).map((till) => till?.id)).toEqual([
      undefined,
      undefined,
      promoted.till?.id,
    ]);
    expect((await own.openTills(made.id)).map(({ id }) => id)).toEqual([promoted.till?.id]);
  });

  test('a till paired by a user from before there were admissions works until the user is removed', async () => {
    const made = await shop();
    const user = await made.member('member');
    const key = own.membershipKey(made.id, { kind: 'user', id: user.id });
    await own.transact([{ item: own.update(key, 'REMOVE admission', {}) }]);
    const { cookie, till, terms } = await pairTill(made, user);
    const { code } = await own.makePairing(terms);
    expect((await own.tillOf(cookie))?.id).toBe(till?.id);
    await own.removeMember(made.id, made.app, { kind: 'user', id: user.id });
    await made.member('member', user);
    expect(await own.tillOf(cookie)).toBeUndefined();
    await expect(own.pair(code, { device: '', address: '' })).rejects.toMatchObject(own.invalidCode());
  });

  test('a till is refused if the merchant has twenty, even if many are paired at the same moment', async () => {
    const made = await shop();
    const { terms, pairedBy } = await pairTill(made);
    for (let n = 3; n < own.mostTills; n++) await pairTill(made, pairedBy);
    // The record of the till that was paired last is kept for a day.
    await own.transact([{ item: own.discard(own.lastTillKey(made.id)) }]);
    const codes: string[] = [];
    for (let n = 0; n < 5; n++) codes.push((await own.makePairing(terms)).code);
    const all = await Promise.allSettled(codes.map((code) => own.pair(code, { device: '', address: '' })));
    expect(all.map(({ status }) => status).sort()).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'],
    ]);
    expect(await own.openTills(made.id)).toHaveLength(own.mostTills);
  });

  test('a till is refused if the merchant has twenty, of which none has ended', async () => {
    const made = await shop();
    const { terms, pairedBy, till } = await pairTill(made);
    const gone = await pairTill(made);
    await own.removeMember(made.id, made.app, { kind: 'user', id: gone.pairedBy.id });
    for (let n = 1; n < own.mostTills; n++) await pairTill(made, pairedBy);
    expect(await own.openTills(made.id)).toHaveLength(20);
    await expect(own.makePairing(terms)).rejects.toMatchObject({
      faults: [{ field: 'tills', message: 'There are 20 tills already. Remove one first' }],
    });
    await own.removeTill(made.id, till?.id ?? '');
    const [first, second] = [await own.makePairing(terms), await own.makePairing(terms)];
    const device = { device: '', address: '' };
    await own.pair(first.code, device);
    await expect(own.pair(second.code, device)).rejects.toMatchObject({
      faults: [{ field: 'tills', message: 'There are 20 tills already. Remove one first' }],
    });
    const [some] = await own.openTills(made.id);
    await own.removeTill(made.id, some?.id ?? '');
    await own.pair(second.code, device);
  });

  test('a till is not paired with the code of a user who may no longer pair tills', async () => {
    const made = await shop();
    const [demoted, gone] = [await made.member('member'), await made.member('member')];
    const codeOf = async (maker: typeof demoted) => {
      const pairedBy = { ...maker, admission: await made.admissionOf(maker) };
      const terms = { merchantId: made.id, test: true, name: 'Van', role: 'till', pairedBy } as const;
      return (await own.makePairing(terms)).code;
    };
    const codes = [await codeOf(demoted), await codeOf(gone)];
    await made.setRole(demoted, 'support');
    await own.removeMember(made.id, made.app, { kind: 'user', id: gone.id });
    const expectInvalid = async () => {
      for (const code of codes)
        await expect(own.pair(code, { device: '', address: '' })).rejects.toMatchObject(own.invalidCode());
    };
    await expectInvalid();
    await made.setRole(demoted, 'owner');
    await made.member('owner', gone);
    await expectInvalid();
    expect(await own.listTills(made.id)).toEqual([]);
  });
});

describe('a user leaves a merchant', () => {
  const leave = (id: string, user: { id: string }) =>
    own.leaveMerchant(id, call(user.id, 'DELETE /merchants/{merchantId}/membership'));
  const staying = async (id: string, users: { id: string }[]) => [
    ...(
      await own.membershipsOf(
        id,
        users.map((user) => user.id),
      )
    ).keys(),
  ];
  const isRefused = { faults: [{ field: 'role', message: expect.stringContaining('the only owner') }] };

  test('a user with any role leaves a merchant, and an owner leaves if another owner or nobody else stays', async () => {
    const { id, member, setRole } = await shop();
    const [owner, heir, reader] = [await member('owner'), await member('member'), await member('accountant')];
    const all = [owner, heir, reader];
    await leave(id, reader);
    await expect(leave(id, reader)).rejects.toMatchObject({ name: 'NoAccess' });
    await expect(leave(id, owner)).rejects.toMatchObject(isRefused);
    expect(await staying(id, all)).toEqual([owner.id, heir.id]);
    await setRole(heir, 'owner');
    await leave(id, owner);
    expect(await staying(id, all)).toEqual([heir.id]);
    await leave(id, heir);
    expect(await staying(id, all)).toEqual([]);
  });

  test('an owner from before there were roles counts as the owner who stays', async () => {
    const { id, member } = await shop();
    const [owner, heir] = [await member('owner'), await member('owner')];
    await member('support');
    const key = own.membershipKey(id, { kind: 'user', id: heir.id });
    const names = { '#role': 'role' };
    await own.transact([{ item: own.update(key, 'REMOVE #role', {}, { names }) }]);
    await leave(id, owner);
    await expect(leave(id, heir)).rejects.toMatchObject(isRefused);
    expect(await staying(id, [owner, heir])).toEqual([heir.id]);
  });

  test('one owner stays, also if all leave at the same moment', async () => {
    const { id, member } = await shop();
    const owners = [await member('owner'), await member('owner'), await member('owner')];
    await member('support');
    const all = await Promise.allSettled(owners.map((owner) => leave(id, owner)));
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await staying(id, owners)).toHaveLength(1);
  });

  test('one owner stays, even if another user becomes an owner or ceases to be one at the same time', async () => {
    const { id, member, setRole } = await shop();
    const [one, two] = [await member('owner'), await member('member')];
    await member('support');
    await setRole(two, 'owner');
    beforeWrite(() => setRole(two, 'support'));
    await expect(leave(id, one)).rejects.toMatchObject(isRefused);
    beforeWrite(async () => {
      await setRole(two, 'owner');
      await leave(id, one);
    });
    await expect(leave(id, two)).rejects.toMatchObject(isRefused);
    expect(await staying(id, [one, two])).toEqual([two.id]);
  });

  /** Runs the work once, before the next write. */
  function beforeWrite(work: () => Promise<unknown>): void {
    own.proxy.instead = async (_, body) => {
      if (!body.includes('TransactItems')) return undefined;
      own.proxy.instead = undefined;
      await work();
      return undefined;
    };
  }
});
