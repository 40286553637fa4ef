import { randomBytes } from 'node:crypto';
import { authenticator } from '../support/authenticator.ts';
import { aws } from '../support/aws.ts';
import { browser } from '../support/console.ts';
import { rawMails } from '../support/mails.ts';
import { setNumbers } from '../support/set-numbers.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const folder = process.env.FLORIN_MAIL ?? '';
const consoleUrl = process.env.FLORIN_CONSOLE_URL ?? '';
const { api, shop, createApp, createMerchant, authorized, move } = world();
const { invoke, report } = aws();

type Shop = Awaited<ReturnType<typeof shop>>;

/** A vouched shop with a captured payment, so that the quotas of strangers do not apply. */
async function scene(notifications: object) {
  const app = await createApp();
  const { key } = app;
  // Vouching waits for requests in progress, unless the app has no merchant yet.
  await invoke('VouchForApp', { appId: app.id });
  const merchant = await createMerchant(key, { company: { country: 'GB' } });
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { notifications } });
  const id = await authorized(merchant, 10_000);
  await move(key, id, 'captures', 10_000);
  return { key, merchant, id };
}

/** A signed-in member. */
async function member({ key, merchant }: Pick<Shop, 'key' | 'merchant'>, role = 'owner') {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${merchant.id}/users`;
  expect((await api('POST', path, { key, body: { email, role } })).status).toBe(201);
  const me = browser();
  await me.signIn(email);
  const { user } = (await me.ask('GET', '/session')).body;
  const choose = async (body: object) =>
    (await me.ask('PUT', `/api/merchants/${merchant.id}/notifications`, { body })).status;
  return { me, email, id: user.id as string, choose };
}

/** The mails to an address whose subject matches, decoded as far as links need it. */
const mailsTo = (email: string, subject: RegExp): string[] =>
  rawMails(folder)
    .map((raw) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
    .filter((raw) => raw.includes(`To: ${email}`) && subject.test(raw));

const waitForMails = (email: string, subject: RegExp, count = 1) =>
  waitUntil(
    async () => mailsTo(email, subject),
    ({ length }) => length >= count,
    60,
  );

const dispute = (transactionId: string, n: number) =>
  report({
    type: 'dispute.opened',
    reference: `${n}-${transactionId}`,
    transactionId,
    amount: 100,
    reason: { code: 83, title: 'Fraud' },
    due: '2090-01-01T00:00:00.000Z',
  });

const disputed = /A customer disputes/;

test('each user chooses their own mails, even one that the merchant has turned off', async () => {
  const own = await scene({ disputes: true });
  const [quiet, usual, gone] = [await member(own), await member(own, 'accountant'), await member(own)];
  expect(await quiet.choose({ disputes: false })).toBe(204);
  const { merchants } = (await quiet.me.ask('GET', '/session')).body;
  expect(merchants[0].notifications).toEqual({
    disputes: false,
    payouts: false,
    summary: false,
    webhooks: false,
  });
  const path = `/merchants/${own.merchant.id}/users/${gone.id}`;
  expect((await api('DELETE', path, { key: own.key })).status).toBe(204);
  await dispute(own.id, 1);
  const [mail = ''] = await waitForMails(usual.email, disputed);
  expect(mail).toContain(`${consoleUrl}/#/${own.merchant.id}/settings`);

  // A mail about the second dispute is sent after all mails about the first one.
  expect(await quiet.choose({ disputes: true })).toBe(204);
  expect(await usual.choose({ disputes: false })).toBe(204);
  await api('PUT', `/merchants/${own.merchant.id}`, {
    key: own.key,
    body: { notifications: { disputes: false } },
  });
  await dispute(own.id, 2);
  await waitForMails(quiet.email, disputed);
  const counts = [quiet, usual, gone].map(({ email }) => mailsTo(email, disputed).length);
  expect(counts).toEqual([1, 1, 0]);
});

test('a user gets the daily summary of a merchant that wants none, until they turn it off or are removed', async () => {
  const own = await scene({ summary: false });
  const [one, other] = [await member(own), await member(own)];
  const countSummaries = async () => {
    const run = await invoke('SummarizeDay', { time: '2001-01-01T00:00:00Z' });
    return (run.body as { merchants: number }).merchants;
  };
  // The list of these merchants is in an index, which may be a moment behind.
  const lists = (count: number) => waitUntil(countSummaries, (merchants) => merchants === count);
  const before = await countSummaries();
  expect([await one.choose({ summary: true }), await other.choose({ summary: true })]).toEqual([204, 204]);
  await lists(before + 1);
  const time = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  const body = JSON.stringify({ time, merchantId: own.merchant.id });
  await invoke('SummarizeDay', { Records: [{ messageId: 'one', body }] });
  await waitForMails(one.email, /Summary of/);
  expect(await one.choose({ summary: false })).toBe(204);
  await lists(before + 1);
  await api('DELETE', `/merchants/${own.merchant.id}/users/${other.id}`, { key: own.key });
  await lists(before);
  for (const summary of [true, false]) {
    const body = { notifications: { summary } };
    expect((await api('PUT', `/merchants/${own.merchant.id}`, { key: own.key, body })).status).toBe(204);
    await lists(before + Number(summary));
  }
});

test('simultaneous changes of different choices are all kept, also those of two sessions', async () => {
  const own = await scene({ disputes: false });
  for (let round = 0; round < 5; round++) {
    const { me, email, choose } = await member(own);
    const other = browser();
    await other.signIn(email);
    const path = `/api/merchants/${own.merchant.id}/notifications`;
    const changes = [{ disputes: true }, { payouts: true }, { summary: true }, { webhooks: true }];
    const statuses = await Promise.all(
      changes.map(async (body, n) =>
        n % 2 ? (await other.ask('PUT', path, { body })).status : choose(body),
      ),
    );
    expect(statuses).toEqual([204, 204, 204, 204]);
    expect(await choose({})).toBe(204);
    const { merchants } = (await me.ask('GET', '/session')).body;
    const all = { disputes: true, payouts: true, summary: true, webhooks: true };
    expect(merchants[0].notifications).toEqual(all);
  }
});

test('a choice with a wrong value or an unknown field is refused, and a stranger chooses nothing', async () => {
  const own = await scene({});
  const { me, choose } = await member(own, 'support');
  for (const body of [
    { disputes: 'perhaps' },
    { disputes: 1 },
    { everything: true },
    { userId: 'f'.repeat(24) },
  ])
    expect([body, await choose(body)]).toEqual([body, 400]);
  const other = await shop();
  const path = `/api/merchants/${other.merchant.id}/notifications`;
  expect((await me.ask('PUT', path, { body: { disputes: true } })).status).toBe(403);
});

test('a user gets a mail about each added and each removed passkey', async () => {
  const own = await shop();
  const { me, email, id } = await member(own);
  const device = authenticator(consoleUrl);
  const { challenge } = (await me.ask('POST', '/passkeys/challenges', { body: {} })).body;
  const body = { name: 'Laptop http://evil.test', ...device.register(challenge) };
  const added = await me.ask('POST', '/passkeys', { body, headers: { 'accept-language': 'en' } });
  expect(added.status).toBe(201);
  const [mail = ''] = await waitForMails(email, /A passkey was added/);
  expect(mail).toContain('Laptop http evil test');
  expect(mail).toContain('Chrome, Windows');
  expect(mail).toMatch(/Network address: [\d.:a-f]+/);
  expect(mail).toMatch(/Time: .*UTC/);
  expect(mail).toContain(`${consoleUrl}/#/sessions`);

  await setNumbers(`sessions#${id}`, { proven: Date.now() });
  const headers = { 'accept-language': 'da' };
  expect((await me.ask('DELETE', `/passkeys/${added.body.id}`, { headers })).status).toBe(204);
  await waitForMails(email, /fjernet fra din Florin-konto/);
  expect(mailsTo(email, /A passkey was added/)).toHaveLength(1);
});
