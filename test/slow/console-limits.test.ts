import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { aws } from '../api/support/aws.ts';
import { browser, linksTo } from '../api/support/console.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { scan } from '../api/support/stored-items.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

const mostAttempts = 60;

let florin: Florin;
let here: ReturnType<typeof world>;
let table: DynamoDBDocumentClient;

beforeAll(async () => {
  florin = await startFlorin(['--memory'], { FLORIN_SIGN_INS: String(mostAttempts) });
  here = world(florin);
  table = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: florin.dynamodb,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
});

afterAll(() => florin?.stop());

/** Makes a user who is a member of a new merchant. */
async function user(local = randomBytes(6).toString('hex')) {
  const email = `${local}@console.example.com`;
  const { key, merchant } = await here.shop();
  await here.api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
  return email;
}

const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000];

/** Makes a user's only session, or another item, older by changing its attributes. */
async function age(pk: string, change: Record<string, number>): Promise<void> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: 'florin',
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );
  expect(Items).toHaveLength(1);
  for (const { sk } of Items)
    await table.send(
      new UpdateCommand({
        TableName: 'florin',
        Key: { pk, sk },
        UpdateExpression: `SET ${Object.keys(change).map((name) => `#${name} = :${name}`)}`,
        ExpressionAttributeNames: Object.fromEntries(Object.keys(change).map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(change).map(([name, value]) => [`:${name}`, value]),
        ),
      }),
    );
}

/** The ages at which a session ends, and ages just below them. */
test.each([
  ['12 hours without a request', { seen: 12 * hour }, 401],
  ['almost 12 hours without a request', { seen: 12 * hour - minute }, 200],
  ['14 days in use', { created: 14 * day, seen: minute }, 401],
  ['almost 14 days in use', { created: 14 * day - minute, seen: minute }, 200],
] as [string, Record<string, number>, number][])('a session after %s', async (_, ages, status) => {
  const [email, me] = [await user(), browser(florin)];
  await me.signIn(email);
  const [userId] = (me.cookies.get('__Host-florin') ?? '').split('.');
  const times = Object.entries(ages).map(([name, old]) => [name, Date.now() - old]);
  await age(`sessions#${userId}`, Object.fromEntries(times));
  expect((await me.ask('GET', '/session')).status).toBe(status);
});

test('a link is refused after 15 minutes', async () => {
  const [email, me] = [await user(), browser(florin)];
  const token = await me.requestLink(email);
  const items = await scan(florin.dynamodb);
  const links = items.filter(({ sk, accepts }) => JSON.stringify(sk) === '{"S":"link"}' && !accepts);
  const stored = links.map(({ expires }) => Number((expires as { N: string }).N));
  const rest = Math.max(...stored) - Date.now() / 1000;
  expect(rest).toBeGreaterThan(14 * 60);
  expect(rest).toBeLessThanOrEqual(15 * 60);
  for (const { pk } of links)
    await age((pk as { S: string }).S, { expires: Math.floor(Date.now() / 1000) - 1 });
  expect((await me.confirm(token)).status).toBe(400);
});

test('the table holds no token of a link, a session or a browser', async () => {
  const [email, me] = [await user(), browser(florin)];
  const link = await me.requestLink(email);
  const [binding = ''] = [...me.cookies.values()];
  await me.confirm(link);
  const [, session = ''] = (me.cookies.get('__Host-florin') ?? '').split('.');
  const stored = JSON.stringify(await scan(florin.dynamodb));
  expect(stored).toContain(email);
  for (const secret of [link, binding, session]) {
    expect(secret).toHaveLength(43);
    expect(stored).not.toContain(secret);
    expect(florin.log()).not.toContain(secret);
  }
});

test('an operator’s link signs in with any browser, once', async () => {
  const email = await user();
  const { body } = await aws(florin.aws).invoke('MakeSignInLink', { email });
  const url = String(body.url);
  expect(url).toMatch(new RegExp(`^${florin.consoleUrl}/#/sign-in/[\\w-]{43}$`));
  const token = url.split('/').at(-1) ?? '';
  const [me, other] = [browser(florin), browser(florin)];
  expect((await me.confirm(token)).status).toBe(204);
  expect((await me.ask('GET', '/session')).body.user.email).toBe(email);
  expect((await other.confirm(token)).status).toBe(400);
});

test('a network can try a limited number of till codes in an hour, valid ones included, whatever others try', async () => {
  const { key, merchant } = await here.shop();
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  await here.api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
  const me = browser(florin);
  await me.signIn(email);
  const newCode = async () =>
    (await me.ask('POST', `/api/merchants/${merchant.id}/tills`, { body: { name: 'Till' } })).body.code;
  const pair = (one: string) => browser(florin, 'till').ask('POST', '/till/session', { body: { code: one } });
  // Stores the attempts of other networks, and the sum of all of them under the name that an earlier release gave it.
  for (const network of ['tills', 'tills 2001:db8:0:100::/56'])
    for (const at of [Date.now(), Date.now() + hour]) {
      const sk = new Date(at).toISOString().slice(0, 13);
      const expires = Math.ceil((at + 2 * hour) / 1000);
      const Item = { pk: `attempts#${network}`, sk, attempts: 1e6, expires };
      await table.send(new PutCommand({ TableName: 'florin', Item }));
    }
  const statuses = [(await pair(await newCode())).status];
  for (let n = 1; n < mostAttempts; n++) statuses.push((await pair('AAAAAAAAAA')).status);
  expect(statuses).toEqual([204, ...Array(mostAttempts - 1).fill(400)]);
  const refused = await pair(await newCode());
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600']);
});

test('one mailbox gets at most 20 links a day from a network, and one more from its own browser, always with the same response', async () => {
  const email = await user('flooded');
  const me = browser(florin);
  await me.signIn(email);
  const asking = () => browser(florin).ask('POST', '/sign-in', { body: { email } });
  const answers = await Promise.all(Array.from({ length: 24 }, asking));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const withheld = () =>
    florin
      .log()
      .split('\n')
      .filter((line) => line.includes('"MailsWithheld"')).length;
  await waitUntil(
    async () => linksTo(florin.mail, email).length + withheld(),
    (count) => count >= 25,
  );
  expect(linksTo(florin.mail, email)).toHaveLength(21);
  await me.signIn(email);
  const lines = florin
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{"level":'));
  expect(lines.filter((line) => line.includes(email))).toEqual([]);

  for (let asked = 0; asked < mostAttempts; asked++) await asking();
  for (const one of [email, 'nobody@console.example.com', 'x@y.example']) {
    const { status, headers, body } = await browser(florin).ask('POST', '/sign-in', { body: { email: one } });
    expect([status, headers['retry-after'], body.error]).toEqual([429, '3600', 'THROTTLED']);
  }
});
