import { aws } from '../api/support/aws.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { recipients } from '../api/support/mails.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

/** Daily number of mails for the test merchants of all unvouched apps together. */
const stageQuota = 60;

let florin: Florin;
let here: ReturnType<typeof world>;
let invited = 0;

beforeAll(async () => {
  const settings = {
    UNVOUCHED_TEST_MAILS: String(stageQuota),
    UNVOUCHED_LIVE_MAILS: '0',
  };
  florin = await startFlorin(['--memory'], settings);
  here = world(florin);
});

afterAll(() => florin?.stop());

type Shop = Awaited<ReturnType<typeof here.shop>>;

async function invite({ key, merchant }: Pick<Shop, 'key' | 'merchant'>, email: string): Promise<void> {
  const answer = await here.api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
  expect([answer.status, answer.body]).toEqual([201, { isMember: false }]);
  invited++;
}

async function removeAll({ key, merchant }: Shop): Promise<void> {
  const path = `/merchants/${merchant.id}/users`;
  for (const { id } of (await here.api('GET', `${path}?limit=100`, { key })).body)
    expect((await here.api('DELETE', `${path}/${id}`, { key })).status).toBe(204);
}

/** The log lines of the functions. */
const logged = (): string[] =>
  florin
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{"level":'));

const mails = () => recipients(florin.mail);

/** The reasons why mails were not sent, one for each mail. */
const withheld = (): string[] =>
  logged()
    .map((line) => JSON.parse(line))
    .flatMap(({ MailsWithheld, reason }) => (MailsWithheld ? [reason] : []));

/** Waits until each invitation was sent or withheld. Returns the mails and reasons since the last call. */
let [seenMails, seenWithheld] = [0, 0];
async function outcome(): Promise<{ mails: number; withheld: string[] }> {
  await waitUntil(
    async () => mails().length + withheld().length,
    (count) => count === invited,
    60,
  );
  const news = { mails: mails().length - seenMails, withheld: withheld().slice(seenWithheld) };
  [seenMails, seenWithheld] = [mails().length, withheld().length];
  return news;
}

const times = <T>(n: number, what: T): T[] => Array.from({ length: n }, () => what);

test('a person invited, removed and invited again by the same merchant gets one mail', async () => {
  const shop = await here.shop();
  for (let n = 0; n < 4; n++) {
    await invite(shop, 'again@example.com');
    // A person who is removed before the invitation is sent gets none, and no quota counts it.
    const expected = n === 0 ? { mails: 1, withheld: [] } : { mails: 0, withheld: ['repeated'] };
    expect(await outcome()).toEqual(expected);
    await removeAll(shop);
  }
});

test('an app can send 20 mails a day, for all its merchants together', async () => {
  const shop = await here.shop();
  const other = { key: shop.key, merchant: await here.createMerchant(shop.key) };
  for (let n = 0; n < 23; n++) await invite(n % 2 ? shop : other, `app-${n}@example.com`);
  expect(await outcome()).toEqual({ mails: 20, withheld: times(3, 'app') });
});

test('a mailbox gets 5 mails a day, however its address is written', async () => {
  const addresses = [
    'v@x.test',
    'V@x.test',
    'v+1@x.test',
    'v+2@x.test',
    'v@X.test',
    'v+3@x.test',
    'V+@x.test',
  ];
  for (const email of addresses) await invite(await here.shop(), email);
  expect(await outcome()).toEqual({ mails: 5, withheld: times(2, 'recipient') });
});

test('a merchant can send 20 mails a day, through all its apps together', async () => {
  const shop = await here.shop();
  const guest = await here.createApp();
  await here.api('POST', `/merchants/${shop.merchant.id}/apps`, {
    key: shop.key,
    body: { appId: guest.id },
  });
  for (let n = 0; n < 22; n++)
    await invite(n % 2 ? shop : { ...shop, key: guest.key }, `merchant-${n}@example.com`);
  expect(await outcome()).toEqual({ mails: 20, withheld: times(2, 'merchant') });
});

test('all unverified apps together can send the daily number of mails of the stage', async () => {
  const left = stageQuota - mails().length;
  expect(left).toBeGreaterThan(0);
  for (let n = 0; n < left + 2; n++) await invite(await here.shop(), `stage-${n}@example.com`);
  expect(await outcome()).toEqual({ mails: left, withheld: times(2, 'unvouched') });

  const live = await here.shop({ test: false });
  await invite(live, 'live@example.com');
  expect(await outcome()).toEqual({ mails: 0, withheld: ['unvouched'] });
});

test('an operator approves an app, and revokes that', async () => {
  const { invoke } = aws(florin.aws);
  const shop = await here.shop();
  const live = { key: shop.key, merchant: await here.createMerchant(shop.key, { test: false }) };
  await invite(shop, 'before@example.com');
  expect(await outcome()).toEqual({ mails: 0, withheld: ['unvouched'] });
  expect(await invoke('VouchForApp', { appId: shop.app.id })).toMatchObject({
    body: { appId: shop.app.id, vouched: true },
  });
  for (let n = 0; n < 21; n++) await invite(n % 2 ? shop : live, `vouched-${n}@example.com`);
  expect(await outcome()).toEqual({ mails: 21, withheld: [] });
  await invoke('VouchForApp', { appId: shop.app.id, vouched: false });
  await invite(shop, 'after@example.com');
  expect((await outcome()).mails).toBe(0);

  for (const event of [{}, { appId: 'x' }, { appId: shop.app.id, vouched: 'yes' }, { appId: 'f'.repeat(24) }])
    expect((await invoke('VouchForApp', event)).error).toBe('Unhandled');
  expect((await here.api('GET', '/me', { key: shop.key })).body.identity).not.toHaveProperty('vouched');
});

test('the log contains no e-mail address', () => {
  expect(logged().filter((line) => /@(example\.com|x\.test)/i.test(line))).toEqual([]);
});
