import { aws } from '../api/support/aws.ts';
import { makeClock } from '../api/support/clock.ts';
import { recipients } from '../api/support/mails.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { merchantWithEndpointIn, receivers } from '../api/support/webhook-receivers.ts';
import { at, runOperator } from './support/run-script.ts';

const clock = makeClock();
const own = ownFlorin({ env: clock.env });
const receiver = receivers();

/** Runs `florin operator reread` against the local Florin. */
const reread = (...args: string[]) => runOperator(['reread', ...args], at(own.florin));

test('an operator publishes events again that were lost by a bug, and none is published twice', async () => {
  const server = await receiver();
  const { key, merchant, list } = await merchantWithEndpointIn(own.here)(server.url);
  const rename = async (name: string) => {
    const { status } = await own.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { name } });
    expect(status).toBe(204);
  };
  await rename('Before');
  await server.events(1);

  // Imitates a bug that reports success although nothing was written.
  let swallowed = 0;
  own.proxy.instead = (operation, body) => {
    if (!/Put|Transact/.test(operation) || !/event#|deliveries#/.test(body)) return undefined;
    swallowed += 1;
    return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: '{}' };
  };
  await rename('During');
  await waitUntil(
    async () => swallowed,
    (count) => count >= 2,
  );
  await aws(own.florin.aws).emptied('Deliveries');
  own.proxy.instead = undefined;
  expect(await list()).toHaveLength(1);

  const early = await reread('PublishEvents', '--local', '--to', '2020-01-01T00:00:00Z');
  expect(early).toMatchObject({ code: 0, text: expect.stringContaining(' 0 sent to PublishEvents') });
  const done = await reread(
    'PublishEvents',
    '--local',
    '--from',
    new Date(Date.now() - 60_000).toISOString(),
  );
  expect(done).toMatchObject({ code: 0, text: expect.stringMatching(/[1-9]\d* sent to PublishEvents/) });
  const events = await server.events(2);
  expect(events.map(({ data }) => data.merchant.name)).toEqual(['Before', 'During']);
  await aws(own.florin.aws).emptied('EventRetries');

  await reread('PublishEvents', '--local');
  await aws(own.florin.aws).emptied('EventRetries');
  await aws(own.florin.aws).emptied('Deliveries');
  expect(await list()).toHaveLength(2);
  expect(server.received).toHaveLength(2);
});

test('a mail that was sent is not sent again, also after more than a day', async () => {
  const { app, key, merchant } = await own.here.shop();
  await aws(own.florin.aws).invoke('VouchForApp', { appId: app.id });
  const email = `${merchant.id}@example.com`;
  await own.here.api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
  const mails = async () => recipients(own.florin.mail).filter((to) => to === email);
  await waitUntil(mails, ({ length }) => length === 1);
  await clock.moveTo(clock.now() + 25 * 60 * 60_000);
  const { text } = await reread('SendMail', '--local');
  expect(text).toMatch(/[1-9]\d* sent to SendMail/);
  await aws(own.florin.aws).emptied('MailRetries');
  expect(await mails()).toHaveLength(1);
});

test('wrong arguments are refused with the name of the field', async () => {
  expect(await reread('PayOut', '--local')).toMatchObject({
    code: 2,
    text: expect.stringContaining('There are: PublishEvents, SendMail'),
  });
  for (const time of ['yesterday', '2026-02-30T12:00:00Z'])
    expect(await reread('SendMail', '--local', '--from', time)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`\`from\` must be a time such as "2026-01-01T12:00:00Z"; got "${time}"`),
    });
  expect(await reread()).toMatchObject({
    code: 2,
    text: expect.stringContaining('needs <PublishEvents|SendMail>'),
  });
});
