import { authenticator } from '../api/support/authenticator.ts';
import { aws } from '../api/support/aws.ts';
import { browser } from '../api/support/console.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { recipients, withoutMail } from '../api/support/mails.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

let florin: Florin;

beforeAll(async () => {
  florin = await startFlorin(['--memory'], { FLORIN_VISIBILITY_SECONDS: '5' });
});

afterAll(() => florin?.stop());

const mails = () => recipients(florin.mail);

/** The number of failed deliveries of mails so far. */
const failures = async () => florin.log().split('Unavailable: ses: 500').length - 1;

/** More attempts than a queue's messages usually get. */
const attempts = 8;

test('Florin retries a failed mail for long, and sends it once', async () => {
  const { invoke, waiting } = aws(florin.aws);
  const { api, shop } = world(florin);
  const { app, key, merchant } = await shop();
  await invoke('VouchForApp', { appId: app.id });
  const invite = async (email: string) => {
    const { status } = await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
    expect(status).toBe(201);
  };
  const mailed = (count: number) =>
    waitUntil(
      async () => mails(),
      ({ length }) => length === count,
      60,
    );
  await invite('first@example.com');
  await mailed(1);

  await withoutMail(florin.mail, async () => {
    await invite('patient@example.com');
    await waitUntil(failures, (count) => count >= attempts, 100);
  });
  await invite('next@example.com');
  expect((await mailed(3)).sort()).toEqual(['first@example.com', 'next@example.com', 'patient@example.com']);
  expect(await waiting('MailDeadLetters')).toBe(0);
  const logged = florin
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{"level":'));
  expect(logged.filter((line) => line.includes('@example.com'))).toEqual([]);
});

test('a new passkey does not wait for the mail about it, which is sent once the mail server is back', async () => {
  const { api, shop } = world(florin);
  const { key, merchant } = await shop();
  const body = { email: 'ada@console.example.com' };
  expect((await api('POST', `/merchants/${merchant.id}/users`, { key, body })).status).toBe(201);
  const me = browser(florin);
  await me.signIn(body.email);
  const { challenge } = (await me.ask('POST', '/passkeys/challenges', { body: {} })).body;
  const passkey = { name: 'Laptop', ...authenticator(florin.consoleUrl).register(challenge) };
  const before = { mails: mails().length, failures: await failures() };
  await withoutMail(florin.mail, async () => {
    expect((await me.ask('POST', '/passkeys', { body: passkey })).status).toBe(201);
    await waitUntil(failures, (count) => count > before.failures, 60);
  });
  await waitUntil(
    async () => mails().slice(before.mails),
    (sent) => sent.includes(body.email),
    60,
  );
});
