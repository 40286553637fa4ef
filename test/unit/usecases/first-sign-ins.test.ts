import type { User } from '../../../functions/core/store/merchants/members.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { withMails } from './own-mails.ts';

/** The stage mails 8 first sign-ins a day, so each app and each network has a share of 2. */
const { own, mails } = withMails(
  async () => ({
    ...(await import('../../../functions/core/store/merchants/apps.ts')),
    ...(await import('../../../functions/core/store/merchants/members.ts')),
    ...(await import('../../../functions/core/usecases/console/mail-link.ts')),
  }),
  8,
);

async function app(): Promise<string> {
  const id = own.newId();
  await own.createApp({ id, name: null }, own.newId());
  return id;
}

/** Invites a person to a new merchant of each app. */
async function invited(...apps: string[]): Promise<User> {
  const id = own.newId();
  const user = { id, email: `${id}@example.com` };
  for (const [n, invitedBy] of apps.entries()) {
    const merchant = { ...someMerchant(), key: own.newId() };
    await own.createMerchant(merchant, { id: invitedBy, name: null });
    const membership = { ...user, merchantId: merchant.id, merchant: 'Shop', test: true, invitedBy };
    await own.addUser(membership, { kind: 'app', id: invitedBy }, n === 0, []);
  }
  return user;
}

/** Asks for a link. @returns whether a mail was sent */
async function ask({ email }: User, network: string): Promise<boolean> {
  const before = mails.length;
  const request = { id: own.newId(), email, browser: own.sha256('cookie'), network, language: 'en' };
  await own.mailLink(own.newId(), request, () => own.catalogue.en.page);
  return mails.length > before;
}

let last = 0;
const anyNetwork = () => `192.0.2.${last++}`;

test('a stranger’s app uses up its share of first sign-ins, and not that of other apps', async () => {
  const [stranger, shop] = [await app(), await app()];
  const theirs = [await invited(stranger), await invited(stranger), await invited(stranger)];
  const sent = [];
  for (const user of theirs) sent.push(await ask(user, anyNetwork()));
  expect(sent).toEqual([true, true, false]);
  expect(await ask(await invited(shop), anyNetwork())).toBe(true);
  // The stranger has also invited this person.
  expect(await ask(await invited(shop, stranger), anyNetwork())).toBe(true);
  expect(await ask(await invited(shop, stranger), anyNetwork())).toBe(false);
});

test('a network uses up its share of first sign-ins, also with many apps, and not that of other networks', async () => {
  const network = '2001:db8:0:100::/56';
  const sent = [];
  for (let n = 0; n < 3; n++) sent.push(await ask(await invited(await app()), network));
  expect(sent).toEqual([true, true, false]);
  expect(await ask(await invited(await app()), '2001:db8:0:200::/56')).toBe(true);
});
