import type { UserCaller } from '../../../functions/core/domain/caller.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import type { Role } from '../../../functions/core/domain/merchants/roles.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/console/audit.ts')),
  ...(await import('../../../functions/core/store/console/sign-ins.ts')),
  ...(await import('../../../functions/core/store/merchants/invitations.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/merchants/user-merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/list.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/accounts/accept-invitation.ts')),
  ...(await import('../../../functions/core/usecases/accounts/leave-merchant.ts')),
  ...(await import('../../../functions/core/usecases/accounts/membership.ts')),
  ...(await import('../../../functions/core/usecases/console/accept-by-sign-in.ts')),
  ...(await import('../../../functions/core/usecases/console/sessions.ts')),
}));

interface Person {
  id: string;
  email: string;
  caller: UserCaller;
}

const route = 'PUT /merchants/{merchantId}/membership';

async function person(): Promise<Person> {
  const id = newId();
  const email = `${id}@example.com`;
  await own.transact([{ item: own.put({ ...own.userKey(email), id, email }) }]);
  return { id, email, caller: { kind: 'user', id, route } };
}

/** Makes a merchant of an app, which invites people. */
async function shop(appId = newId(), { test = true, vouched = false } = {}) {
  const merchant = { ...someMerchant({ test }), key: newId() };
  const app = { kind: 'app', id: appId } as const;
  await own.createMerchant(merchant, { id: appId, name: null });
  const invite = ({ id, email }: Person, role: Role = 'owner') =>
    own.addUser(
      { id, email, merchantId: merchant.id, merchant: 'Shop', test, role, invitedBy: appId, vouched },
      app,
      false,
      [],
    );
  return { id: merchant.id, app, invite };
}

const refused = { name: 'NoAccess' };

const shopsOf = async ({ id }: Person) => (await own.merchantsOfUser(id)).map(({ merchant }) => merchant.id);
const offersTo = async ({ id }: Person) => (await own.invitationsOf(id)).map(({ merchantId }) => merchantId);

test('an invitation gives access and is among the merchants of a person only once the person accepts it', async () => {
  const [ann, { id, invite }] = [await person(), await shop()];
  await invite(ann);
  expect([await shopsOf(ann), await offersTo(ann)]).toEqual([[], [id]]);
  const listed = async () => (await own.firstOf(own.listUsers(id, { limit: 9 }), 9)).map((one) => one.id);
  expect(await listed()).toEqual([ann.id]);
  const reading = { ...ann.caller, route: 'GET /merchants/{merchantId}' };
  await expect(own.assertMember(id, reading)).rejects.toMatchObject(refused);
  await expect(own.writeAsMember(id, reading, [])).rejects.toMatchObject(refused);
  await own.acceptInvitation(id, ann.caller);
  await own.acceptInvitation(id, ann.caller);
  expect([await shopsOf(ann), await offersTo(ann)]).toEqual([[id], []]);
  await own.assertMember(id, reading);
  expect(await listed()).toEqual([ann.id]);
});

test('nobody joins a merchant that has not invited them, or has withdrawn the invitation', async () => {
  const [ann, { id, app, invite }] = [await person(), await shop()];
  await expect(own.acceptInvitation(id, ann.caller)).rejects.toMatchObject(refused);
  await invite(ann);
  await own.removeMember(id, app, ann.caller);
  await expect(own.acceptInvitation(id, ann.caller)).rejects.toMatchObject(refused);
  await own.acceptMailed(ann.id, id);
  expect(await shopsOf(ann)).toEqual([]);
});

test('120 invitations of a stranger hide neither a merchant of the person nor an invitation of an approved app', async () => {
  const [ann, first, trusted, stranger] = [
    await person(),
    await shop(),
    await shop(newId(), { vouched: true }),
    newId(),
  ];
  await first.invite(ann);
  await own.acceptInvitation(first.id, ann.caller);
  await trusted.invite(ann);
  const strange = await Promise.all(Array.from({ length: 120 }, () => shop(stranger)));
  for (const { invite } of strange) await invite(ann);
  expect(await shopsOf(ann)).toEqual([first.id]);
  const offers = await offersTo(ann);
  expect([offers[0], offers.length]).toEqual([trusted.id, own.mostShown + 1]);
  // The link in a mail accepts an invitation that the console does not show.
  const hidden = strange.find(({ id }) => !offers.includes(id))?.id ?? '';
  await own.acceptMailed(ann.id, hidden);
  expect(await shopsOf(ann)).toEqual([first.id, hidden]);
});

test('a person declines any invitation, and leaves any merchant after making a colleague an owner', async () => {
  const [ann, bob, { id, invite }] = [await person(), await person(), await shop()];
  await invite(ann);
  await own.leaveMerchant(id, ann.caller);
  expect(await offersTo(ann)).toEqual([]);
  await invite(ann);
  await own.acceptInvitation(id, ann.caller);
  await invite(bob, 'support');
  await expect(own.leaveMerchant(id, ann.caller)).rejects.toMatchObject({ name: 'Refused' });
  await own.setRole(
    id,
    { ...ann.caller, route: 'PUT /merchants/{merchantId}/users/{userId}' },
    bob.id,
    'owner',
  );
  await own.leaveMerchant(id, ann.caller);
  expect(await shopsOf(ann)).toEqual([]);
});

test('the only person of a merchant leaves', async () => {
  const [ann, { id, invite }] = [await person(), await shop()];
  await invite(ann);
  await own.acceptInvitation(id, ann.caller);
  await own.leaveMerchant(id, ann.caller);
  expect(await shopsOf(ann)).toEqual([]);
});

test('a person joins no more merchants than the console lists', async () => {
  const ann = await person();
  const { pk: listPk } = own.merchantsOf(ann.caller, true);
  const ids = Array.from({ length: own.mostMerchants }, () => newId());
  const joined = (merchantId: string) => ({
    item: own.put({
      ...own.membershipKey(merchantId, ann.caller),
      merchantId,
      test: true,
      listPk,
      listSk: merchantId,
    }),
  });
  for (let n = 0; n < ids.length; n += 100) await own.transact(ids.slice(n, n + 100).map(joined));
  expect(new Set((await own.membershipsOfUser(ann.id)).map(({ merchantId }) => merchantId))).toEqual(
    new Set(ids),
  );
  const { id, invite } = await shop();
  await invite(ann);
  await own.acceptMailed(ann.id, id);
  await expect(own.acceptInvitation(id, ann.caller)).rejects.toMatchObject({ name: 'Refused' });
  expect(await offersTo(ann)).toEqual([id]);
});

/** Signs in with a link, as a person with an empty browser. */
async function signIn(ann: Person, accepts?: string): Promise<void> {
  const token = 'x'.repeat(30) + newId().slice(-13);
  await own.putLink({ user: { id: ann.id, email: ann.email }, accepts }, token);
  await own.signIn(token, { device: '', address: '192.0.2.1' });
}

test('the link of an invitation signs in and accepts this invitation', async () => {
  const [ann, one, two] = [await person(), await shop(), await shop()];
  await one.invite(ann);
  await two.invite(ann);
  await signIn(ann, two.id);
  expect([await shopsOf(ann), await offersTo(ann)]).toEqual([[two.id], [one.id]]);
});

test.each([
  ['all invitations of one app', [1, 1, 1], 3],
  ['none of several apps', [1, 2], 0],
  ['none of eleven invitations', Array(11).fill(1), 0],
])('a first sign-in accepts %s', async (_, apps, accepted) => {
  const [ann, ids] = [await person(), [newId(), newId(), newId()]];
  for (const app of apps as number[]) await (await shop(ids[app])).invite(ann);
  await signIn(ann);
  expect([(await shopsOf(ann)).length, (await offersTo(ann)).length]).toEqual([
    accepted,
    apps.length - accepted,
  ]);
});

test('a later sign-in of a member accepts nothing', async () => {
  const [ann, { id, invite }, stranger] = [await person(), await shop(), await shop()];
  await invite(ann);
  await signIn(ann);
  await stranger.invite(ann);
  await signIn(ann);
  expect(await shopsOf(ann)).toEqual([id]);
});
