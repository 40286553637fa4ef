import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../api/support/http.ts';
import { localClock } from '../api/support/local-clock.ts';
import { rawMails } from '../api/support/mails.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { type Receiver, startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';

jest.setTimeout(300_000);

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** The last Sunday of a March, on which Ireland sets its clocks forward at 01:00 UTC. */
const summerTime = (() => {
  const year = new Date().getUTCFullYear() + 1;
  const last = new Date(Date.UTC(year, 2, 31));
  return last.getTime() - last.getUTCDay() * day;
})();

const iso = (time: number) => new Date(time).toISOString();

const own = ownFlorin({
  env: {
    FLORIN_CLOCK: iso(summerTime - 12 * hour),
    UNVOUCHED_TEST_MAILS: '60',
    TEST_AUTHORIZATION_DAYS: '7',
    SEAL_KEY: Buffer.alloc(32, 'clock').toString('base64'),
  },
});
const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map(({ stop }) => stop())));

const { ask, now, move } = localClock(() => own.florin);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

const details = { email: 'clock@example.com', company: { country: 'IE' } };

async function hooked(behave?: Receiver['behave']) {
  const server = await startReceiver(behave);
  receivers.push(server);
  const { key, merchant } = await own.here.shop(details);
  const path = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await own.here.api('POST', path, { key, body: { url: server.url } })).body;
  const list = async (): Promise<Json[]> =>
    (await own.here.api('GET', `${path}/${webhook.id}/deliveries`, { key, query: { limit: 100 } })).body;
  return { server, key, merchant, list };
}

test('a new table starts at FLORIN_CLOCK, and a day of 23 hours ends an hour earlier', async () => {
  expect(Math.abs((await now()) - (summerTime - 12 * hour))).toBeLessThan(5 * minute);
  const { key, merchant } = await own.here.shop({ ...details, email: 'summer@example.com' });
  const body = { notifications: { summary: true } };
  await own.here.api('PUT', `/merchants/${merchant.id}`, { key, body });
  // On Saturday at 23:30, on Sunday at 23:59, and on Monday at 00:30 in Ireland.
  for (const time of [-30 * minute, 23 * hour - minute, 23 * hour + 30 * minute]) {
    await move(summerTime + time);
    const id = await own.here.authorized(merchant, 1000);
    expect((await own.here.move(key, id, 'captures', 1000)).status).toBe(201);
  }
  const ran = await move(summerTime + 2.5 * day);
  expect(ran).toMatchObject({ SummarizeDay: 2, PayOut: 2, CheckLedger: 1 });
  for (const skipped of ['RefreshRates', 'WatchPage']) expect(ran).not.toHaveProperty(skipped);
  const days = rawMails(own.florin.mail)
    .filter((mail) => mail.includes('To: summer@example.com'))
    .map((mail) => /^Summary of (\d+) \w+ \d+\r?\n\r?\nCaptures: \S+ \(1\)/m.exec(mail)?.[1]);
  expect(days).toEqual([-1, 0, 1].map((of) => String(new Date(summerTime + of * day).getUTCDate())));
});

test.each([
  ['an earlier time', () => iso(summerTime), /never goes back/],
  ['ten years', () => '+3653d', /at most 366 days at a time/],
  ['a number beyond all calendars', () => '+999999999w', /at most 366 days/],
  ['a date that does not exist', () => '2027-02-30', /`to` must be a step such as/],
  ['a step back', () => '-1d', /must be a step/],
  ['no number', () => '+NaNd', /must be a step/],
  ['a number instead of text', () => 8, /must be a step/],
  ['nothing', () => undefined, /must be a step/],
])('the clock is not moved by %s, and the answer says why', async (_, to, why) => {
  const before = await now();
  const answer = await ask(to());
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(why)]);
  expect((await now()) - before).toBeLessThan(minute);
});

test.each([
  ['in the developer’s browser', { origin: 'https://example.com', 'content-type': 'text/plain' }],
  ['without an origin of its own', { origin: 'null' }],
  ['under a name that points to this machine', { host: 'rebound.example.com' }],
])('the clock is not moved by a web page %s', async (_, headers) => {
  const before = await now();
  expect((await ask('+1d', headers as Record<string, string>)).status).toBe(403);
  expect((await now()) - before).toBeLessThan(minute);
  for (const url of [own.florin.baseUrl, own.florin.posUrl, own.florin.consoleUrl])
    expect((await send(`${url}/_local/clock`, 'POST', { body: { to: '+1d' } })).status).toBeGreaterThan(400);
});

test('two moves at the same time follow each other, and an instant that the first has passed is refused', async () => {
  const before = await now();
  const answers = await Promise.all([ask('+50h'), ask('+50h'), ask(iso(before + 51 * hour))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  const passed = (await now()) - before;
  expect(passed).toBeGreaterThanOrEqual(100 * hour);
  expect(passed).toBeLessThan(100 * hour + 5 * minute);
});

test('a move waits for a request that is under way, for which no time passes', async () => {
  const { server, merchant, list } = await hooked(async (response) => {
    await sleep(1500);
    response.writeHead(204).end();
  });
  const before = await now();
  await own.here.authorized(merchant, 1000);
  await server.events(1);
  await move('+3d');
  const [delivery] = await list();
  expect(delivery).toMatchObject({ status: 'succeeded', attempts: [{ status: 204 }] });
  expect(delivery.attempts[0].duration).toBeLessThan(60_000);
  expect(Date.parse(delivery.attempts[0].time) - before).toBeLessThan(hour);
});

test('an authorization of test money ends after the days of the stage, with a warning before', async () => {
  const { server, key, merchant } = await hooked();
  const [id, taken] = [await own.here.authorized(merchant, 1000), await own.here.authorized(merchant, 1000)];
  await own.here.move(key, taken, 'captures', 400);
  await move('+6d');
  expect((await own.here.transaction(key, id)).pendingAmount).toBe(1000);
  await move('+49h');
  for (const [of, amount] of [
    [id, 1000],
    [taken, 600],
  ] as const)
    expect(await own.here.transaction(key, of)).toMatchObject({ pendingAmount: 0, voidedAmount: amount });
  const types = server.received.map(({ event }) => event.type);
  expect(types.slice(-4)).toEqual([
    ...Array(2).fill('transaction.expiring'),
    ...Array(2).fill('transaction.voided'),
  ]);
});

test('a merchant’s own days come before those of the stage, for payments that begin after the choice', async () => {
  const { server, key, merchant } = await hooked();
  const choose = (testAuthorizationDays: number) =>
    own.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { testAuthorizationDays } });
  const earlier = await own.here.authorized(merchant, 1000);
  await choose(3);
  const [ends, taken] = [
    await own.here.authorized(merchant, 1000),
    await own.here.authorized(merchant, 1000),
  ];
  const { created, captureBefore } = await own.here.transaction(key, ends);
  expect(Date.parse(captureBefore) - Date.parse(created)).toBe(3 * day);
  await own.here.move(key, taken, 'captures', 1000);
  expect((await own.here.transaction(key, taken)).captureBefore).toBeUndefined();
  // A payment keeps the days that it began with.
  await choose(0);
  const later = await own.here.authorized(merchant, 1000);
  await move('+50h');
  expect(server.received.map(({ event }) => event.type)).toContain('transaction.expiring');
  await move('+24h');
  const pending = async (id: string) => (await own.here.transaction(key, id)).pendingAmount;
  expect(await Promise.all([earlier, ends, later].map(pending))).toEqual([1000, 0, 1000]);
  expect(await own.here.transaction(key, taken)).toMatchObject({ capturedAmount: 1000, voidedAmount: 0 });
  await move('+5d');
  expect(await Promise.all([earlier, ends, later].map(pending))).toEqual([0, 0, 0]);
});

test('the owners of a merchant get a mail a week before a key ends, once for each end, and none about a removed key', async () => {
  const email = 'keys@example.com';
  const { key, merchant } = await own.here.shop({ ...details, email });
  const path = `/merchants/${merchant.id}/apps`;
  const end = async (days: number) => iso((await now()) + days * day);
  const make = async (name: string, days: number): Promise<string> => {
    const body = { name, role: 'support', expires: await end(days) };
    return (await own.here.api('POST', `${path}/keys`, { key, body })).body.app.id;
  };
  const told = () =>
    rawMails(own.florin.mail).flatMap((mail) =>
      mail.includes(`To: ${email}`) ? [/The key (?:=\r?\n)?=E2=80=9C(?:=\r?\n)?(\w+)/.exec(mail)?.[1]] : [],
    );
  const till = await make('Till', 10);
  const gone = await make('Gone', 10);
  await make('Later', 30);
  await move('+60h');
  expect(told()).toEqual([]);
  await own.here.api('DELETE', `${path}/${gone}`, { key });
  await move('+5d');
  expect(told()).toEqual(['Till']);
  const changed = await own.here.api('PUT', `${path}/${till}`, {
    key,
    body: { role: 'support', expires: await end(8) },
  });
  expect(changed.status).toBe(204);
  await move('+3d');
  expect(told()).toEqual(['Till', 'Till']);
});

test('a failing server gets each attempt of three days at its time, signed with that time', async () => {
  const { server, merchant, list } = await hooked((response) => response.writeHead(503).end());
  const began = await now();
  await own.here.authorized(merchant, 1000);
  await move('+84h');
  const [delivery] = await list();
  expect([delivery.status, delivery.attempts.length]).toEqual(['failed', 15]);
  const times: number[] = delivery.attempts.map(({ time }: Json) => Date.parse(time) - began);
  const pauses = times.slice(1).map((time, n) => (time - (times[n] ?? 0)) / hour);
  // A pause varies by a tenth.
  const planned = { 7: 4, 10: 10, 13: 16 };
  for (const [n, hours] of Object.entries(planned))
    expect(Math.abs((pauses[Number(n)] ?? 0) / hours - 1)).toBeLessThan(0.11);
  const signed = server.received.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000 - began);
  expect(signed.map((time, n) => Math.abs(time - (times[n] ?? 0)) < 5000)).toEqual(Array(15).fill(true));
});

test('a subscription has a charge and a payout each month, until the card expires', async () => {
  const bank = { iban: 'IE29AIBK93115212345678' };
  const { key, merchant } = await own.here.shop({ ...details, bank });
  const first = new Date(await now());
  const monthAfter = (n: number) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 2, 12);
  const last = new Date(monthAfter(2));
  const order = await own.here.payment(merchant, { unplanned: { merchant: true } });
  const expiry = { month: last.getUTCMonth() + 1, year: last.getUTCFullYear() };
  const paid = await own.here.pay({ ...order, card: { ...order.card, expiry } });
  expect(paid.status).toBe(201);
  const transactionId = paid.body.authorizationId;
  const statuses: (string | undefined)[] = [];
  for (let n = 1; n <= 3; n++) {
    await move(monthAfter(n));
    const body = { transactionId, amount: 5000, currency: 'EUR', reference: `month-${n}` };
    const charge = await own.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
    statuses.push(charge.status === 201 ? 'paid' : /expired/i.exec(charge.text)?.[0].toLowerCase());
    if (charge.status === 201) await own.here.move(key, charge.body.transaction.id, 'captures', 5000);
  }
  await move('+3d');
  expect(statuses).toEqual(['paid', 'paid', 'expired']);
  const path = `/merchants/${merchant.id}/payouts`;
  const { body: payouts } = await own.here.api('GET', path, { key, query: { limit: 100 } });
  const times = payouts.map(({ created }: Json) => created.slice(0, 13)).sort();
  expect(times).toEqual(Array.from({ length: 2 }, (_, n) => iso(monthAfter(n + 1) + 15 * hour).slice(0, 13)));
});

test('a start does not go back, does first what is due, and refuses keys for real money', async () => {
  const { server, merchant, list } = await hooked((response) => response.writeHead(503).end());
  await own.here.authorized(merchant, 1000);
  await waitUntil(list, ([one]) => one?.attempts.length >= 1);
  const before = await now();
  await own.florin.kill();
  const credentials = JSON.stringify({ apiKey: 'sk_live_x', webhookSecrets: [] });
  await expect(own.start({ STRIPE_CREDENTIALS: credentials })).rejects.toThrow(/a key for real money/);
  await own.start({ FLORIN_CLOCK: '+1d' });
  const resumed = (await now()) - before;
  expect(resumed).toBeGreaterThanOrEqual(0);
  expect(resumed).toBeLessThan(hour);
  await own.florin.stop();
  server.behave = (response) => response.writeHead(204).end();
  await own.start({ FLORIN_CLOCK: iso(before + 2 * day) });
  expect((await now()) - before).toBeGreaterThanOrEqual(2 * day);
  const [delivery] = await list();
  expect(delivery.status).toBe('succeeded');
  expect(Date.parse(delivery.attempts.at(-1).time) - before).toBeLessThan(day);
});
