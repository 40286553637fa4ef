import { randomBytes } from 'node:crypto';
import { browser } from '../support/console.ts';
import { rawMails } from '../support/mails.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, shop } = world();

const newEmail = () => `${randomBytes(6).toString('hex')}@console.example.com`;

/** Makes a merchant of a new app that invites a person. */
async function inviting(email: string) {
  const { key, merchant } = await shop();
  const users = `/merchants/${merchant.id}/users`;
  expect((await api('POST', users, { key, body: { email } })).body).toEqual({ isMember: false });
  return { id: merchant.id, key, users };
}

test('PUT /api/merchants/{merchantId}/membership: an invitation of a stranger waits until the person accepts it', async () => {
  const [email, me] = [newEmail(), browser()];
  const own = await inviting(email);
  expect((await me.confirm(await me.requestLink(email))).status).toBe(204);
  const session = async () => {
    const { merchants, invitations } = (await me.ask('GET', '/session')).body;
    const invited = invitations.map(({ merchant }: { merchant: { id: string } }) => merchant.id);
    return [merchants.map(({ id }: { id: string }) => id), invited];
  };
  expect(await session()).toEqual([[own.id], []]);
  const strange = await inviting(email);
  const path = `/api/merchants/${strange.id}`;
  expect(await session()).toEqual([[own.id], [strange.id]]);
  expect((await me.ask('GET', path)).status).toBe(403);
  const listed = await api('GET', strange.users, { key: strange.key, query: { limit: 9 } });
  expect(listed.body).toEqual([expect.objectContaining({ email, role: 'owner' })]);
  expect((await me.ask('DELETE', `${path}/membership`)).status).toBe(204);
  expect(await session()).toEqual([[own.id], []]);
  expect((await me.ask('PUT', `${path}/membership`)).status).toBe(403);

  await api('POST', strange.users, { key: strange.key, body: { email } });
  for (let n = 0; n < 2; n++) expect((await me.ask('PUT', `${path}/membership`)).status).toBe(204);
  expect(await session()).toEqual([[own.id, strange.id], []]);
  const { body: log } = await me.ask('GET', `${path}/audit?limit=9`);
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    'PUT /merchants/{merchantId}/membership',
  ]);
});

test('the link in the mail signs in with any browser, and accepts this invitation alone', async () => {
  const email = newEmail();
  const [one, two] = [await inviting(email), await inviting(email)];
  const mails = await waitUntil(
    async () => rawMails(process.env.FLORIN_MAIL ?? '').filter((raw) => raw.includes(`To: ${email}`)),
    ({ length }) => length === 2,
  );
  const me = browser();
  const [token = ''] = mails.flatMap(
    (raw) => /\/#\/invitation\/([\w-]{43})/.exec(raw.replace(/=\r?\n/g, ''))?.[1] ?? [],
  );
  expect((await me.confirm(token)).status).toBe(204);
  const { merchants, invitations } = (await me.ask('GET', '/session')).body;
  expect([merchants.length, invitations.length]).toEqual([1, 1]);
  expect([merchants[0].id, invitations[0].merchant.id].sort()).toEqual([one.id, two.id].sort());
  expect((await browser().confirm(token)).status).toBe(400);
});
