import type { AppLimits } from '../../../functions/core/domain/merchants/app-limits.ts';
import type { Role } from '../../../functions/core/domain/merchants/roles.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { withMails } from './own-mails.ts';

const { own, mails } = withMails(async () => ({
  ...(await import('../../../functions/core/store/merchants/invitations.ts')),
  ...(await import('../../../functions/core/store/merchants/apps.ts')),
  ...(await import('../../../functions/core/store/merchants/limited-apps.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/usecases/mail/warn-of-key-ends.ts')),
}));

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day);

/** A merchant with an owner, and a key whose access ends. */
async function shop(days: number, name = 'Till') {
  const founder = { kind: 'app', id: own.newId() } as const;
  await own.createApp({ id: founder.id, name: null }, own.newId());
  await own.vouchFor(founder.id, true);
  const merchant = someMerchant({ email: `${own.newId()}@example.com` });
  await own.createMerchant(merchant, { id: founder.id, name: null });
  const app = { id: own.newId(), name };
  const limits: AppLimits = { role: 'support', expiresAt: inDays(days).toISOString() };
  await own.makeKey(merchant, founder, { app, key: own.newId(), limits }, []);
  const invite = async (role: Role, accepts = true) => {
    const [id, email] = [own.newId(), `${role}-${own.newId()}@example.com`];
    const user = { id, email, merchantId: merchant.id, merchant: 'Shop', test: true, role };
    await own.addUser({ ...user, invitedBy: founder.id }, founder, true, []);
    if (accepts) await own.putAccepted({ id, merchantId: merchant.id, test: true });
    return email;
  };
  /** @returns who got mails on that day */
  const runAfter = async (after: number): Promise<string[]> => {
    mails.length = 0;
    await own.warnOfKeyEnds(merchant.id, inDays(after), () => own.catalogue.en.notice);
    return mails.map(({ to }) => to);
  };
  const set = (more: AppLimits) => own.setLimits(merchant, founder, app.id, { ...limits, ...more });
  const remove = () => own.removeMember(merchant.id, founder, { kind: 'app', id: app.id });
  return { merchant, app, limits, invite, runAfter, set, remove };
}

test('the owners get one mail in the week before a key ends, and nobody else does', async () => {
  const { merchant, app, limits, invite, runAfter } = await shop(10);
  const owner = await invite('owner');
  for (const role of ['member', 'support', 'accountant'] as const) await invite(role);
  await invite('owner', false);
  expect(await runAfter(2.9)).toEqual([]);
  expect(await runAfter(3)).toEqual([owner]);
  const [mail] = mails;
  expect(mail?.subject).toContain('An API key ends soon');
  expect(mail?.text).toContain('The key “Till” stops working at the deadline.');
  expect(mail?.text).toContain(`https://console.florin.test/#/${merchant.id}/people`);
  expect(mail?.text).not.toMatch(/settings/);
  expect(await runAfter(3)).toEqual([]);
  // DynamoDB removes the record of a mail after two days.
  const record = own.noticeKey(merchant.id, `key ${app.id} ends ${limits.expiresAt}`, owner);
  await own.transact([{ item: own.remove(record) }]);
  for (const after of [4, 5.5, 9.9, 11]) expect([after, await runAfter(after)]).toEqual([after, []]);
});

test('a changed end warns again, and a change of other limits does not', async () => {
  const { merchant, runAfter, set } = await shop(10);
  expect(await runAfter(4)).toEqual([merchant.email]);
  await set({ role: 'cashier' });
  expect(await runAfter(5)).toEqual([]);
  await set({ expiresAt: inDays(30).toISOString() });
  expect(await runAfter(6)).toEqual([]);
  expect(await runAfter(24)).toEqual([merchant.email]);
  await set({ expiresAt: undefined });
  expect(await runAfter(25)).toEqual([]);
});

test('a removed key never warns, also if it is removed or gets another end while the job runs', async () => {
  const removed = await shop(5);
  await removed.remove();
  expect(await removed.runAfter(1)).toEqual([]);
  const changes = [
    ({ remove }: Awaited<ReturnType<typeof shop>>) => remove(),
    ({ set }: Awaited<ReturnType<typeof shop>>) => set({ expiresAt: inDays(30).toISOString() }),
  ];
  for (const change of changes) {
    const one = await shop(5);
    own.proxy.instead = async (operation) => {
      if (operation !== 'GetItem') return undefined;
      own.proxy.instead = undefined;
      await change(one);
      return undefined;
    };
    expect(await one.runAfter(1)).toEqual([]);
  }
});

test('a run that fails after the mail is repeated without a second mail', async () => {
  const { merchant, runAfter } = await shop(5);
  own.proxy.instead = (_, body) => (body.includes('SET warned') ? failure('ValidationException') : undefined);
  await expect(runAfter(1)).rejects.toThrow();
  expect(mails.map(({ to }) => to)).toEqual([merchant.email]);
  own.proxy.instead = undefined;
  expect(await runAfter(1)).toEqual([]);
  expect(await runAfter(2)).toEqual([]);
});

test('the name of a key cannot carry a link into the mail', async () => {
  const { runAfter } = await shop(5, 'Win at https://evil.test/now or call +4512345678');
  expect(await runAfter(1)).toHaveLength(1);
  for (const { subject, text } of mails) expect(subject + text).not.toMatch(/evil\.test|12345678|\/\/evil/);
});
