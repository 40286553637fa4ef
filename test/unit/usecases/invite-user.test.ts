import type { Caller, UserRequest } from '../../../functions/core/domain/caller.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import type { Role } from '../../../functions/core/domain/merchants/roles.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/merchants/invitations.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/merchants/user-merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/accounts/invite-user.ts')),
}));

const emailOf = (name: string) => `${name}-${newId()}@example.com`;

const route = 'POST /merchants/{merchantId}/users';

async function shop(name?: string) {
  const [merchant, app] = [{ ...someMerchant(), name }, { kind: 'app', id: newId() } as const];
  await own.createMerchant(merchant, { id: app.id, name: null });
  const records: boolean[] = [];
  /** Invites an address. The answer is recorded in a separate item. */
  const invite = async (
    email: string,
    {
      role = 'member' as Role,
      caller = app as Caller,
      known = undefined as Awaited<ReturnType<typeof own.userOf>>,
    } = {},
  ) => {
    const key = { pk: `answer#${newId()}`, sk: 'answer' };
    const record = (isMember: boolean) => {
      records.push(isMember);
      return [{ item: own.put({ ...key, isMember }) }];
    };
    const isMember = await own.inviteUser(
      { merchant, caller, invitedBy: app.id, role, email, record },
      known,
    );
    return { isMember, recorded: (await own.get<typeof key & { isMember: boolean }>(key))?.isMember };
  };
  const membership = async (id = '') => own.membershipOf(merchant.id, { kind: 'user', id });
  return { merchant, app, invite, membership, records };
}

const [added, present] = [
  { isMember: false, recorded: false },
  { isMember: true, recorded: true },
];

test.each([
  ['Coffee & John', 'Coffee & John'],
  [undefined, 'Shop'],
])('a person becomes a user and a member of a merchant with the name %p', async (name, shown) => {
  const { merchant, app, invite, membership } = await shop(name);
  const email = emailOf('Ann');
  expect(await invite(email)).toEqual(added);
  const user = await own.userOf(email.toUpperCase());
  expect(user).toMatchObject({ email });
  expect(await membership(user?.id)).toMatchObject({
    ...{ id: user?.id, email, merchantId: merchant.id, merchant: shown, test: true },
    ...{ role: 'member', invitedBy: app.id },
  });
});

test('a user who is invited by another merchant keeps the address that was invited first', async () => {
  const [one, two] = [await shop(), await shop()];
  const email = emailOf('Ann');
  await one.invite(email);
  const known = await own.userOf(email);
  expect(await two.invite(email.toUpperCase(), { known, role: 'support' })).toEqual(added);
  expect(await two.membership(known?.id)).toMatchObject({ email, role: 'support' });
  expect(await one.membership(known?.id)).toMatchObject({ role: 'member' });
});

test('a second invitation of a member leaves the role, and adds a membership of an old release to the list', async () => {
  const { invite, membership, merchant } = await shop();
  const email = emailOf('ann');
  await invite(email);
  const known = await own.userOf(email);
  const key = own.membershipKey(merchant.id, { kind: 'user', id: known?.id ?? '' });
  await own.transact([{ item: own.update(key, 'REMOVE listPk, listSk, invited', {}) }]);
  const merchants = async () => (await own.membershipsOfUser(known?.id ?? '')).length;
  expect(await merchants()).toBe(0);
  expect(await invite(email, { known, role: 'owner' })).toEqual(present);
  expect([(await membership(known?.id))?.role, await merchants()]).toEqual(['member', 1]);
});

test('an invitation by a user has their address for the mail until it is accepted', async () => {
  const { invite, membership, merchant } = await shop();
  const owner = emailOf('owner');
  await invite(owner, { role: 'owner' });
  const id = (await own.userOf(owner))?.id ?? '';
  await own.putAccepted({ id, merchantId: merchant.id, test: true });
  const email = emailOf('ann');
  const request = { email: owner } as UserRequest;
  await invite(email, { caller: { kind: 'user', id, route, request } });
  const user = (await own.userOf(email))?.id ?? '';
  expect(await membership(user)).toMatchObject({ inviter: owner });
  await own.putAccepted({ id: user, merchantId: merchant.id, test: true });
  expect(await membership(user)).not.toHaveProperty('inviter');
});

test('two invitations that both find no user make one user', async () => {
  const [one, two] = [await shop(), await shop()];
  const email = emailOf('ann');
  await one.invite(email);
  const { id } = (await own.userOf(email)) ?? {};
  expect(await one.invite(email)).toEqual(present);
  expect(await two.invite(email)).toEqual(added);
  expect((await own.userOf(email))?.id).toBe(id);
  expect(await two.membership(id)).toMatchObject({ email });
});

test('a user who invites their own address is already a member', async () => {
  const { invite, membership, merchant } = await shop();
  const email = emailOf('ann');
  await invite(email, { role: 'owner' });
  const known = await own.userOf(email);
  await own.putAccepted({ id: known?.id ?? '', merchantId: merchant.id, test: true });
  const caller = { kind: 'user', id: known?.id ?? '', route } as const;
  expect(await invite(email, { caller, known, role: 'support' })).toEqual(present);
  expect(await membership(known?.id)).toMatchObject({ role: 'owner' });
});

test('nobody but a member invites, and a refused invitation leaves nothing behind', async () => {
  const { invite, merchant, app } = await shop();
  const [email, member] = [emailOf('ann'), emailOf('bob')];
  await invite(member);
  const known = await own.userOf(member);
  await own.removeMember(merchant.id, app, app);
  await expect(invite(email)).rejects.toMatchObject({ name: 'NoAccess' });
  expect(await own.userOf(email)).toBeUndefined();
  await expect(invite(member, { known })).rejects.toMatchObject({ name: 'NoAccess' });
  const caller = { kind: 'user', id: newId(), route } as const;
  await expect(invite(email, { caller, known: { ...caller, email } as never })).rejects.toMatchObject({
    name: 'NoAccess',
  });
});
