import { failure } from '../api/support/answer.ts';
import { aws } from '../api/support/aws.ts';
import { makeClock } from '../api/support/clock.ts';
import { recipients } from '../api/support/mails.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { merchantWithEndpointIn, receivers } from '../api/support/webhook-receivers.ts';

/*
 * Failures of half an hour and of an hour, with the clock moved instead of waiting. Webhooks and mails are late then, but
 * none is lost.
 */
jest.setTimeout(600_000);

/** As in AWS for EventRetries, in seconds. */
const visibility = 360;
/** In milliseconds. */
const minute = 60_000;

/** A Florin with a clock of its own, so that the failures of the tests can pass side by side. */
function site() {
  const clock = makeClock();
  const own = ownFlorin({ env: { ...clock.env, FLORIN_VISIBILITY_SECONDS: String(visibility) } });
  beforeAll(() => {
    own.proxy.ahead = clock.ahead;
  });
  return { clock, own };
}
type Site = ReturnType<typeof site>;

const receiver = receivers();

/** The number of changes of a merchant during a failure, and of invitations. */
const changes = 10;
const invited = 3;

async function listener({ own }: Site) {
  const server = await receiver();
  const { key, merchant, webhook } = await merchantWithEndpointIn(own.here)(server.url);
  const { body } = await own.here.api('GET', `/merchants/${merchant.id}/apps`, { key });
  await aws(own.florin.aws).invoke('VouchForApp', { appId: body[0].id });
  const names = Array.from({ length: changes }, (_, n) => `Name ${n}`);
  const people = Array.from({ length: invited }, (_, n) => `${merchant.id}-${n}@example.com`);
  return {
    merchant,
    webhook,
    async change() {
      for (const name of names) {
        const { status } = await own.here.api('PUT', `/merchants/${merchant.id}`, { key, body: { name } });
        expect(status).toBe(204);
      }
      for (const email of people) {
        const path = `/merchants/${merchant.id}/users`;
        expect((await own.here.api('POST', path, { key, body: { email } })).status).toBe(201);
      }
    },
    received: () => server.received,
    /** Waits until each change and each invitation has had its event and its mail, and shows that nothing came twice. */
    async complete() {
      const events = await server.events(changes + invited, 120);
      const renamed = events.filter(({ type }) => type === 'merchant.updated');
      expect(renamed.map(({ data }) => data.merchant.name).sort()).toEqual(names);
      expect(new Set(events.map(({ id }) => id)).size).toBe(changes + invited);
      const mails = await waitUntil(
        async () => recipients(own.florin.mail).filter((to) => people.includes(to)),
        ({ length }) => length >= invited,
        120,
      );
      expect(mails.sort()).toEqual(people);
      for (const queue of ['EventDeadLetters', 'MailDeadLetters'])
        expect(await aws(own.florin.aws).waiting(queue)).toBe(0);
    },
  };
}

/**
 * Moves the clock over a time, in steps after which the queues return their messages. @param more waits until another
 * attempt has failed
 */
async function pass(site: Site, minutes: number, more: () => Promise<void>): Promise<void> {
  const { clock } = site;
  const end = clock.now() + minutes * minute;
  while (clock.now() < end) {
    await more();
    await nextAttempt(site);
  }
}

/** Moves the clock to where the queues return the failed records. */
const nextAttempt = ({ clock }: Site) => clock.moveTo(clock.now() + (visibility + 10) * 1000);

/**
 * In milliseconds: longer than the longest pause of a function between two requests to DynamoDB. After it, no function is
 * in the middle of an attempt, whose message a moved clock would give to a second one.
 */
const quiet = 1_500;

/** Counts failures of one kind, and waits for further ones and for the end of their attempts. */
function counter() {
  let count = 0;
  let seen = 0;
  let last = 0;
  return {
    add: () => {
      count += 1;
      last = performance.now();
    },
    async more() {
      await waitUntil(
        async () => count > seen && performance.now() - last > quiet,
        (ended) => ended,
        120,
      );
      seen = count;
    },
  };
}

async function throttle(site: Site): Promise<void> {
  const { own } = site;
  const shop = await listener(site);
  const throttled = counter();
  own.proxy.instead = (operation, body) => {
    const isOfJob = body.includes(`event#${shop.merchant.id}`) || body.includes('"mail');
    if (!/Put|Update|Transact/.test(operation) || !isOfJob) return undefined;
    throttled.add();
    return failure('ThrottlingException');
  };
  await shop.change();
  await pass(site, 30, throttled.more);
  await throttled.more();
  expect(shop.received()).toEqual([]);
  own.proxy.instead = undefined;
  await nextAttempt(site);
  await shop.complete();
}

async function breakFunctions(site: Site): Promise<void> {
  const { own } = site;
  const shop = await listener(site);
  const thrown = counter();
  own.proxy.instead = (_operation, body) => {
    if (!body.includes(`event#${shop.merchant.id}`) && !body.includes('"mail')) return undefined;
    thrown.add();
    return failure('ValidationException');
  };
  await shop.change();
  await pass(site, 60, thrown.more);
  await thrown.more();
  expect(shop.received()).toEqual([]);
  own.proxy.instead = undefined;
  await nextAttempt(site);
  await shop.complete();
}

async function breakQueues(site: Site): Promise<void> {
  const { clock, own } = site;
  const shop = await listener(site);
  const refused = counter();
  own.proxy.instead = (_operation, body) =>
    body.includes(`event#${shop.merchant.id}`) || body.includes('"mail')
      ? failure('ValidationException')
      : undefined;
  own.proxy.jobsInstead = (operation, body) => {
    if (operation !== 'PutItem' || !/queue#(Event|Mail)Retries/.test(body)) return undefined;
    refused.add();
    return failure('InternalServerError', {}, 500);
  };
  await shop.change();
  for (let passed = 0; passed < 60; passed += 20) {
    await refused.more();
    await clock.moveTo(clock.now() + 20 * minute);
  }
  expect(shop.received()).toEqual([]);
  own.proxy.jobsInstead = undefined;
  own.proxy.instead = undefined;
  await shop.complete();
}

const troubles = [
  { trouble: 'half an hour in which DynamoDB throttles writes', passes: throttle, at: site() },
  { trouble: 'a bug that throws for an hour', passes: breakFunctions, at: site() },
  {
    trouble: 'an hour in which also the queues of failed records take nothing',
    passes: breakQueues,
    at: site(),
  },
];
let passing: Promise<void>[];
beforeAll(() => {
  passing = troubles.map(({ passes, at }) => passes(at));
  for (const each of passing) each.catch(() => {}); // its test fails
});

test.each(troubles.map(({ trouble }, n) => [trouble, n] as const))(
  '%s loses no event and no mail',
  (_, n) => passing[n],
);
