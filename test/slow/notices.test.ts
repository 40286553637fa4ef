import { aws } from '../api/support/aws.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { rawMails } from '../api/support/mails.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

let florin: Florin;
let here: ReturnType<typeof world>;

beforeAll(async () => {
  florin = await startFlorin(['--memory'], {
    UNVOUCHED_TEST_MAILS: '60',
    CDK_CONTEXT_JSON: JSON.stringify({
      schemeThresholds: 'vamp=5000/2,ecm=9000/900,hecm=9000/900,efm=9000/90000',
    }),
  });
  here = world(florin);
});

afterAll(() => florin?.stop());

// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
type Json = any;

const iban = 'DK5000400440116243';
const all = { disputes: true, payouts: true, summary: true };
const due = '2030-01-01T00:00:00.000Z';

/** A merchant with a unique e-mail address, one member, and 100.00 captured. */
async function scene(notifications?: object, vouched = true) {
  const app = await here.createApp();
  if (vouched) await aws(florin.aws).invoke('VouchForApp', { appId: app.id });
  const name = `n${app.id}`;
  const over = { email: `${name}@example.com`, bank: { iban }, company: { country: 'DE' } };
  const merchant = await here.createMerchant(app.key, over);
  const path = `/merchants/${merchant.id}`;
  const member = `${name}-member@example.com`;
  await here.api('POST', `${path}/users`, { key: app.key, body: { email: member } });
  if (notifications) {
    const put = await here.api('PUT', path, { key: app.key, body: { notifications } });
    expect(put.status).toBe(204);
  }
  const id = await here.authorized(merchant, 10000);
  await here.move(app.key, id, 'captures', 10000);
  return { key: app.key, merchant, path, id, name, member };
}

/** The subjects of the mails to the merchant and its member, without the invitation. */
const subjectsOf = (name: string): string[] =>
  rawMails(florin.mail)
    .filter((raw) => new RegExp(`^To: ${name}`, 'm').test(raw))
    .flatMap((raw) => {
      const [, subject = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw) ?? [];
      return /invited|Zugang_zu/.test(subject) ? [] : [`${/^To: (\S+)/m.exec(raw)?.[1]} ${subject}`];
    });

const told = (name: string, count: number) =>
  waitUntil(
    async () => subjectsOf(name),
    ({ length }) => length >= count,
    60,
  );

const opening = (transactionId: string, reference: string) => ({
  type: 'dispute.opened',
  reference,
  transactionId,
  amount: 4000,
  reason: { code: 83, title: 'Fraud' },
  due,
});

const report = (event: object) => aws(florin.aws).report(event);

/** Runs the summaries for one merchant, as of tomorrow. */
const summarize = (merchantId: string, time = new Date(Date.now() + 24 * 60 * 60_000).toISOString()) =>
  aws(florin.aws).invoke('SummarizeDay', {
    Records: [{ messageId: 'one', body: JSON.stringify({ time, merchantId }) }],
  });

test('the merchant and its member get one mail each for a dispute, its outcome, a payout and a day', async () => {
  const { merchant, id, name, member } = await scene(all);
  for (let n = 0; n < 2; n++) await report(opening(id, `d-${id}`));
  expect(new Set((await told(name, 2)).map((mail) => mail.split(' ')[0]))).toEqual(
    new Set([merchant.email, member]),
  );
  for (let n = 0; n < 2; n++)
    await report({ type: 'dispute.resolved', reference: `d-${id}`, outcome: 'won' });
  await told(name, 4);
  await aws(florin.aws).invoke('PayOut', { time: new Date().toISOString() });
  await told(name, 6);
  expect(await summarize(merchant.id)).toMatchObject({ body: { batchItemFailures: [] } });
  await summarize(merchant.id);
  await told(name, 8);
  const bodies = rawMails(florin.mail).filter((raw) => raw.includes(`To: ${merchant.email}`));
  expect(bodies).toHaveLength(4);
  const [opened] = bodies;
  expect(opened).toContain('1. Januar 2030 um 01:00 MEZ');
  expect(subjectsOf(name)).toHaveLength(8);
});

test('a test merchant gets no mails by default, and each notification setting changes separately', async () => {
  const { key, path, merchant, id, name } = await scene();
  const read = async () => (await here.api('GET', path, { key })).body.merchant.notifications;
  expect(await read()).toEqual({ disputes: false, payouts: false, summary: false });
  await report(opening(id, `quiet-${id}`));
  await summarize(merchant.id);
  await here.api('PUT', path, { key, body: { notifications: { payouts: true } } });
  await here.api('PUT', path, { key, body: { notifications: { summary: true } } });
  expect(await read()).toEqual({ disputes: false, payouts: true, summary: true });
  await here.api('PUT', path, { key, body: { notifications: { summary: false } } });
  expect(await read()).toEqual({ disputes: false, payouts: true, summary: false });
  const loud = await scene(all);
  await report(opening(loud.id, `loud-${loud.id}`));
  await told(loud.name, 2);
  expect(subjectsOf(name)).toEqual([]);
});

test('a live merchant gets mails about disputes and payouts by default', async () => {
  const { key } = await here.createApp();
  const merchant: Json = await here.createMerchant(key, { test: false });
  expect(merchant.notifications).toEqual({ disputes: true, payouts: true, summary: false });
});

test.each([
  [{ disputes: 'perhaps' }, 'notifications.disputes'],
  ['all', 'notifications'],
])('notifications of %j are refused', async (notifications, field) => {
  const { key, merchant } = await here.shop();
  const answer = await here.api('PUT', `/merchants/${merchant.id}`, { key, body: { notifications } });
  expect([answer.status, answer.body[0].field]).toEqual([400, field]);
});

test('a merchant gets one mail for a month in which its disputes reach half of a threshold', async () => {
  const { merchant, key, id, name } = await scene({ disputes: true });
  await report(opening(id, `ratio-${id}`));
  await told(name, 2);
  const time = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  const ratiosOf = async () => {
    await aws(florin.aws).invoke('WatchRatios', { time });
    return (await here.api('GET', `/merchants/${merchant.id}/ratios`, { key })).body.months;
  };
  await waitUntil(ratiosOf, ([month]) => month?.ratios[0]?.level === 'half', 60);
  await told(name, 4);
  await ratiosOf();
  const mails = rawMails(florin.mail).filter((raw) => raw.includes(`To: ${name}`) && raw.includes('VAMP'));
  // One dispute of one payment is the whole share, and half of the least number.
  expect([mails.length, mails[0]]).toEqual([2, expect.stringMatching(/100(\s|=C2=A0)%/)]);
  expect(subjectsOf(name)).toHaveLength(4);
});

test('the daily summaries process only merchants that want one', async () => {
  const wanting = await scene({ summary: true });
  for (let n = 0; n < 5; n++) await here.shop();
  const { body } = await aws(florin.aws).invoke('SummarizeDay', {
    time: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
  });
  const { merchants: before } = body as Json;
  // Counts this merchant and those of the tests before, but not the five shops without summaries.
  expect(before).toBeLessThan(5);
  await told(wanting.name, 2);
  await here.api('PUT', wanting.path, { key: wanting.key, body: { notifications: { summary: false } } });
  const again = await aws(florin.aws).invoke('SummarizeDay', { time: new Date().toISOString() });
  expect((again.body as Json).merchants).toBe(before - 1);
});

test('a test merchant of an unverified app can send at most three mails a day to one mailbox', async () => {
  const { id, name, member } = await scene({ disputes: true }, false);
  for (let n = 0; n < 2; n++) {
    await report({ ...opening(id, `s${n}-${id}`), amount: 100 });
    await report({ type: 'dispute.resolved', reference: `s${n}-${id}`, outcome: 'won' });
  }
  const withheld = () => florin.log().split('"reason":"recipient"').length - 1;
  await waitUntil(
    async () => withheld(),
    (count) => count >= 2,
    60,
  );
  const sent = () => subjectsOf(name).filter((mail) => mail.startsWith(member));
  // One mail is withheld while another is still on its way.
  await waitUntil(
    async () => sent(),
    ({ length }) => length >= 3,
  );
  expect(sent()).toHaveLength(3);
});
