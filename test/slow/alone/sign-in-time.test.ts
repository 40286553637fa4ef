import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { browser, linksTo } from '../../api/support/console.ts';
import { recipients } from '../../api/support/mails.ts';
import { ownFlorin } from '../../api/support/own-florin.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

// The latency makes each additional round trip count for more than noise.
const own = ownFlorin({ env: { FLORIN_SIGN_INS: '100000' }, latency: 10 });

const shared = () => ({ consoleUrl: own.florin.consoleUrl, mail: own.florin.mail });

/** Lets the jobs run again. */
let resume: () => void;

/** Pauses the jobs, so that the mail with the link waits, and only the work of requests is left. */
async function pause(): Promise<void> {
  own.proxy.jobs = new Promise<void>((resolve) => {
    resume = resolve;
  });
  // Waits until jobs that have begun are done.
  do {
    own.proxy.reset();
    await sleep(1000);
  } while (own.proxy.calls.length > 0);
}

afterEach(() => {
  resume();
  own.proxy.instead = undefined;
});

/** Returns a new address. All of them have the same length. */
const address = () => `${randomBytes(6).toString('hex')}@console.example.com`;

/** Makes users, and returns their addresses after they got their invitations. */
async function users(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, address);
  for (const email of emails) {
    const { key, merchant } = await own.here.shop();
    const path = `/merchants/${merchant.id}/users`;
    expect((await own.here.api('POST', path, { key, body: { email } })).status).toBe(201);
  }
  const last = emails.at(-1) ?? '';
  await waitUntil(
    async () => recipients(own.florin.mail),
    (all) => all.includes(last),
    60,
  );
  return emails;
}

async function ask(email: string): Promise<number> {
  const me = browser(shared());
  const begin = performance.now();
  const { status } = await me.ask('POST', '/sign-in', { body: { email } });
  const took = performance.now() - begin;
  expect(status).toBe(202);
  return took;
}

/** The fields and types of a request to the table, without its values. */
const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shapeOf)
    : Object(value) === value
      ? Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, shapeOf(one)]))
      : `${typeof value} ${String(value).length}`;

test('a request for a link does the same work whether the address has a user or not, and sends no mail itself', async () => {
  const [known = ''] = await users(1);
  const unknown = address();
  // The first request of a function opens its connections.
  await ask(address());
  await pause();
  const work: Record<string, unknown[]> = {};
  for (const email of [known, unknown]) {
    own.proxy.reset();
    const shapes: unknown[] = [];
    own.proxy.instead = (operation, body) => {
      shapes.push([operation, shapeOf(JSON.parse(body))]);
      return undefined;
    };
    await ask(email);
    work[email] = [shapes, own.proxy.calls.map(({ operation }) => operation), own.proxy.units()];
  }
  expect(work[known]).toEqual(work[unknown]);
  expect(work[known]?.slice(1)).toEqual([['UpdateItem', 'TransactWriteItems'], expect.anything()]);
  expect(linksTo(own.florin.mail, known)).toEqual([]);
  resume();
  await waitUntil(
    async () => linksTo(own.florin.mail, known),
    ({ length }) => length === 1,
    60,
  );
  expect(linksTo(own.florin.mail, unknown)).toEqual([]);
});

/**
 * The share of pairs in which the sample of `some` is larger than the sample of `others`: 0.5 if the lists are alike.
 */
function shareOfLarger(some: readonly number[], others: readonly number[]): number {
  const larger = some.flatMap((one) => others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return larger.reduce((sum: number, one) => sum + one, 0) / larger.length;
}

// Load changes all times alike, as the requests alternate. With 200 samples of each kind, equal distributions give a share
// outside of 0.35 to 0.65 less than once in a million runs. One more round trip gives 0.88 on a busy machine.
test('the times of requests for a link do not tell who has an account', async () => {
  const known = await users(20);
  for (let n = 0; n < 20; n++) await ask(address());
  await pause();
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let n = 0; n < 200; n++) {
    const pair = [
      ['known', known[n % known.length] ?? ''],
      ['unknown', address()],
    ] as const;
    for (const [kind, email] of n % 2 ? pair : [...pair].reverse()) times[kind].push(await ask(email));
  }
  const share = shareOfLarger(times.known, times.unknown);
  const median = (list: number[]) => [...list].sort((a, b) => a - b)[list.length / 2] ?? 0;
  const [one, other] = [median(times.known), median(times.unknown)];
  process.stdout.write(
    `Known ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms, share ${share.toFixed(3)}\n`,
  );
  expect(Math.abs(share - 0.5)).toBeLessThan(0.15);
});
