import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newId } from '../../functions/core/domain/id.ts';
import { aws } from '../api/support/aws.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';

const own = ownFlorin({ args: [], env: { FLORIN_VISIBILITY_SECONDS: '3' } });
let table: DynamoDBDocumentClient;

beforeAll(() => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  table = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: own.engine.endpoint, region: 'eu-west-1', credentials }),
  );
});

const iban = 'DK5000400440116243';
const payOut = (time: string) => aws(own.florin.aws).invoke('PayOut', { time });

/** Waits until Florin has processed every merchant's message. */
const paidOut = () =>
  waitUntil(
    () => aws(own.florin.aws).waiting('Payouts'),
    (count) => count === 0,
    120,
  );

/** A merchant that has captured this amount, by default with a bank account. */
async function earning(amount: number, over: object = { bank: { iban } }) {
  const owner = await own.here.shop(over as Record<string, unknown>);
  const id = await own.here.authorized(owner.merchant, amount);
  await own.here.move(owner.key, id, 'captures', amount);
  return { ...owner, id };
}

type Owner = Pick<Awaited<ReturnType<typeof earning>>, 'key' | 'merchant'>;

const linesOf = async ({ key, merchant }: Owner) =>
  (await own.here.api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 100 } })).body;
const payoutsOf = async (owner: Owner) =>
  (await linesOf(owner)).filter(({ payout }: { payout?: boolean }) => payout);
interface Paid {
  payout: { id: string; amount: { amount: number }; count: number; carried: { in: number; out: number } };
  lines: { id: string; balance: number }[];
}

/** Reads a merchant's payouts with all their lines, newest first. Checks that the lines add up to the payout. */
async function addedUp(owner: Owner, limit = 100): Promise<Paid[]> {
  const { key, merchant } = owner;
  const path = `/merchants/${merchant.id}/payouts`;
  const listed: { id: string }[] = (await own.here.api('GET', path, { key, query: { limit: 100 } })).body;
  const paid: Paid[] = [];
  for (const { id } of listed) {
    const lines: Paid['lines'] = [];
    for (let before: string | undefined; ; before = lines.at(-1)?.id) {
      const query = { limit, ...(before && { before }) };
      const { payout } = (await own.here.api('GET', `/payouts/${id}`, { key, query })).body;
      lines.push(...payout.lines);
      if (payout.lines.length === limit) continue;
      const { lines: _, ...rest } = payout;
      expect(listed).toContainEqual(rest);
      paid.push({ payout, lines });
      break;
    }
  }
  for (const { payout, lines } of paid) {
    const sum = lines.reduce((total, { balance }) => total + balance, 0);
    expect([payout.id, payout.carried.in + sum - payout.carried.out]).toEqual([
      payout.id,
      payout.amount.amount,
    ]);
    expect(lines).toHaveLength(payout.count);
  }
  const ids = paid.flatMap(({ lines }) => lines.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  return paid;
}

/** Reads the balance from the text of the answer, because a number would lose digits. */
async function balanceOf({ key, merchant }: Owner): Promise<bigint> {
  const { text } = await own.here.api('GET', `/merchants/${merchant.id}`, { key });
  return BigInt(/"balance":(-?\d+)[,}]/.exec(text)?.[1] ?? 'none');
}

const writeShare = (merchantId: string, balance: number | bigint | string, lane = '') =>
  table.send(
    new UpdateCommand({
      TableName: 'florin',
      Key: { pk: `merchant#${merchantId}${lane}`, sk: '#balance#0' },
      UpdateExpression: 'SET balance = :balance',
      ExpressionAttributeValues: { ':balance': balance },
    }),
  );

test('the job pays each merchant with a bank account and a sufficient balance once a day, however often it runs', async () => {
  const rich = await earning(10000);
  const poor = await earning(1000);
  const owing = await earning(1000);
  await own.here.move(owing.key, owing.id, 'refunds', 1000);
  const bankless = await earning(10000, {});
  const day = '2026-11-20T03:00:00Z';
  const runs = await Promise.all([payOut(day), payOut(day), payOut(day)]);
  // Three of the four have a bank account.
  for (const { error, body } of runs)
    expect([error, body]).toEqual([undefined, { time: day, merchants: 3, more: false }]);
  await payOut(day);
  await paidOut();
  const [payout] = await linesOf(rich);
  expect(payout).toMatchObject({
    payout: true,
    balance: -9840,
    fee: 0,
    amount: { currency: 'EUR', amount: 9840 },
    merchantId: rich.merchant.id,
    test: true,
  });
  expect(payout).not.toHaveProperty('transactionId');
  expect((await own.here.api('GET', `/lines/${payout.id}`, { key: rich.key })).body).toEqual(payout);
  expect(await linesOf(rich)).toHaveLength(2);
  const [first] = await addedUp(rich);
  expect(first?.payout).toMatchObject({
    id: payout.id,
    merchantId: rich.merchant.id,
    amount: { currency: 'EUR', amount: 9840 },
    status: 'paid',
    arrival: '2026-11-20',
    trace: null,
    reference: null,
    itemized: 'done',
    count: 1,
  });
  expect(await balanceOf(rich)).toBe(0n);
  for (const owner of [poor, owing, bankless]) expect(await payoutsOf(owner)).toEqual([]);
  expect(await balanceOf(owing)).toBe(-39n);

  // Later captures of the same day are paid out the next day.
  const id = await own.here.authorized(rich.merchant, 5000);
  await own.here.move(rich.key, id, 'captures', 5000);
  await payOut('2026-11-20T23:59:59Z');
  await paidOut();
  expect(await linesOf(rich)).toHaveLength(3);
  await payOut('2026-11-21T03:00:00Z');
  await paidOut();
  expect((await linesOf(rich))[0]).toMatchObject({ payout: true, balance: -4907 });
  expect((await addedUp(rich)).map(({ lines }) => lines.map(({ balance }) => balance))).toEqual([
    [4907],
    [9840],
  ]);
  expect(await balanceOf(rich)).toBe(0n);
});

test('a balance beyond 2^53 stays exact, is paid out over several days, and does not delay other merchants', async () => {
  const older = await earning(10000);
  const huge = await earning(10000, { bank: { iban }, currency: 'HUF' });
  let expected = await balanceOf(huge);
  for (let n = 0; n < 25; n++) {
    const value = 10 ** 12;
    const id = await own.here.authorized(huge.merchant, 0, {
      amount: { currency: 'GBP', exponent: 2, value },
    });
    const { transaction } = (await own.here.move(huge.key, id, 'captures', value)).body;
    expected += BigInt(transaction.trail[0].balance);
  }
  // JavaScript numbers of this size are even, so an odd balance shows a loss of precision.
  if (expected % 2n === 0n) {
    await own.here.move(huge.key, huge.id, 'refunds', 1);
    expected -= 1n;
  }
  expect(expected).toBeGreaterThan(2n ** 53n);
  expect(await balanceOf(huge)).toBe(expected);
  const list = await own.here.api('GET', `/identities/${huge.app.id}/merchants`, {
    key: huge.key,
    query: { limit: 1 },
  });
  expect(list.text).toContain(`"balance":${expected},`);

  const most = 2n ** 53n - 1n;
  await payOut('2026-11-22T03:00:00Z');
  await paidOut();
  expect(await payoutsOf(older)).toMatchObject([{ balance: -9840 }]);
  expect(await payoutsOf(huge)).toMatchObject([{ amount: { currency: 'HUF', amount: Number(most) } }]);
  expect(await balanceOf(huge)).toBe(expected - most);
  await payOut('2026-11-23T03:00:00Z');
  await paidOut();
  expect(await balanceOf(huge)).toBe(0n);
  const total = (await payoutsOf(huge)).reduce(
    (sum: bigint, { balance }: { balance: number }) => sum - BigInt(balance),
    0n,
  );
  expect(total).toBe(expected);
});

test('the message of a merchant with corrupt items ends in the dead letters; all other merchants are paid', async () => {
  const older = await earning(10000);
  const broken = await earning(10000);
  const newer = await earning(10000);
  await writeShare(broken.merchant.id, 'no number');
  await payOut('2026-11-24T03:00:00Z');
  await waitUntil(
    () => aws(own.florin.aws).waiting('ScheduleDeadLetters'),
    (count) => count === 1,
    120,
  );
  for (const owner of [older, newer]) expect(await payoutsOf(owner)).toMatchObject([{ balance: -9840 }]);
  expect(own.florin.log()).toContain(`"job":"PayOut","merchantId":"${broken.merchant.id}"`);
  const counted = own.florin.log().match(/"FailedMessages":1/g);
  expect(counted).toHaveLength(5);
  await writeShare(broken.merchant.id, 0);
});

test('an amount that is refunded during a payout is not paid out', async () => {
  const owner = await earning(10000);
  let read = 0;
  own.proxy.afterAnswer = async (operation, body) => {
    if (operation !== 'Query' || !body.includes(`merchant#${owner.merchant.id}`)) return;
    if (++read === 1) await own.here.move(owner.key, owner.id, 'refunds', 4000);
  };
  await payOut('2026-11-25T03:00:00Z');
  await paidOut();
  own.proxy.afterAnswer = undefined;
  expect(read).toBeGreaterThanOrEqual(2);
  expect(await payoutsOf(owner)).toMatchObject([{ balance: -5840 }]);
  expect(await balanceOf(owner)).toBe(0n);
  expect((await addedUp(owner, 1)).map(({ payout }) => payout.count)).toEqual([2]);
});

test('a merchant sells during its payouts: each line is in one payout, and each payout is the sum of its lines', async () => {
  const owner = await earning(10000);
  let selling = true;
  const sales = Array.from({ length: 3 }, async () => {
    while (selling) {
      const id = await own.here.authorized(owner.merchant, 900);
      await own.here.move(owner.key, id, 'captures', 700);
      await own.here.move(owner.key, id, 'refunds', 100);
      await own.here.move(owner.key, id, 'captures', 200);
    }
  });
  for (const day of ['2026-10-01', '2026-10-02', '2026-10-03']) {
    await payOut(`${day}T03:00:00Z`);
    await paidOut();
  }
  selling = false;
  await Promise.all(sales);
  await payOut('2026-10-04T03:00:00Z');
  await paidOut();
  const paid = await addedUp(owner, 7);
  expect(await balanceOf(owner)).toBe(0n);
  const lines = (await linesOf({ ...owner })).filter(({ payout }: { payout?: boolean }) => !payout);
  const covered = new Set(paid.flatMap(({ lines }) => lines.map(({ id }) => id)));
  for (const { id } of lines) expect(covered).toContain(id);
  expect(own.florin.log()).not.toContain(
    `{"level":"error","merchantId":"${owner.merchant.id}","payout":true`,
  );
});

test('an amount that leaves a balance beyond 2^53 during a payout is not paid out', async () => {
  const owner = await own.here.shop({ bank: { iban } });
  const { id } = owner.merchant;
  await writeShare(id, 2n ** 60n);
  let read = 0;
  own.proxy.afterAnswer = async (operation, body) => {
    if (operation !== 'Query' || !body.includes(`merchant#${id}`)) return;
    if (++read === 1) await writeShare(id, 2n ** 60n - 5n);
  };
  await payOut('2026-11-25T03:00:00Z');
  await paidOut();
  own.proxy.afterAnswer = undefined;
  expect(read).toBeGreaterThanOrEqual(2);
  expect(await balanceOf(owner)).toBe(2n ** 60n - 5n - (2n ** 53n - 1n));
  await writeShare(id, 0);
});

test('a balance of several lanes, read during a payout, includes the whole payout or nothing of it', async () => {
  // A first payout starts the functions: a cold start takes longer than the store waits for a response.
  await earning(10000);
  await payOut('2026-11-18T03:00:00Z');
  await paidOut();
  const owner = await earning(10000);
  const { id } = owner.merchant;
  await table.send(
    new UpdateCommand({
      TableName: 'florin',
      Key: { pk: `merchant#${id}`, sk: '#merchant' },
      UpdateExpression: 'SET lanes = :two',
      ExpressionAttributeValues: { ':two': 2 },
    }),
  );
  await writeShare(id, 700, '#balance#1');
  const before = await balanceOf(owner);
  // The payout happens after the reader has read the first lane, and before it reads the second one.
  const paid = new Promise<void>((done, fail) => {
    own.proxy.instead = async (operation, asked) => {
      if (operation !== 'Query' || !asked.includes(`merchant#${id}#balance#1`)) return undefined;
      own.proxy.instead = undefined;
      await payOut('2026-11-25T03:00:00Z')
        .then(paidOut)
        .then(done as () => void, fail);
      return undefined;
    };
  });
  expect([before, 0n]).toContain(await balanceOf(owner));
  await paid;
  expect(await payoutsOf(owner)).toMatchObject([{ balance: -Number(before) }]);
  expect(await balanceOf(owner)).toBe(0n);
});

test('a payout job that is killed continues after a restart, and pays every merchant once', async () => {
  const owners: Owner[] = [];
  for (let n = 0; n < 6; n++) owners.push(await earning(10000));
  const day = '2026-11-26T03:00:00Z';
  let written = 0;
  const third = new Promise<void>((resolve) => {
    own.proxy.afterAnswer = (operation) => {
      if (operation !== 'TransactWriteItems') return undefined;
      if (++written === 3) resolve();
      return written < 3 ? undefined : killed;
    };
  });
  // Waits until every merchant has its message. AWS repeats a job that fails before; the local Florin does not.
  const killed = Promise.all([payOut(day), third]).then(() => own.florin.kill());
  await killed;
  own.proxy.afterAnswer = undefined;
  await own.start();
  await paidOut();
  for (const owner of owners) {
    expect(await payoutsOf(owner)).toHaveLength(1);
    expect(await balanceOf(owner)).toBe(0n);
  }
  await payOut(day);
  await paidOut();
  for (const owner of owners) expect(await payoutsOf(owner)).toHaveLength(1);
});

test('the job reaches the oldest merchant even when one invocation cannot list all merchants', async () => {
  const oldest = await earning(10000);
  const [page, count] = [1000, 2100];
  for (let n = 0; n < count; n += 25) {
    const PutRequests = Array.from({ length: 25 }, () => {
      const id = newId();
      const Item = { pk: `merchant#${id}`, sk: '#merchant', listPk: 'merchants', listSk: id, id, test: true };
      return { PutRequest: { Item } };
    });
    await table.send(new BatchWriteCommand({ RequestItems: { florin: PutRequests } }));
  }
  expect((await payOut('2026-11-27T03:00:00Z')).body).toMatchObject({ merchants: 0, more: true });
  expect(count).toBeGreaterThan(2 * page);
  await waitUntil(
    () => payoutsOf(oldest),
    ({ length }) => length === 1,
    120,
  );
  await paidOut();
  const finished = own.florin.log().match(/"time":"2026-11-27T03:00:00Z".*"JobsFinished":1/g);
  // SQS may deliver a message twice if its processing exceeds the visibility timeout.
  expect(finished?.length).toBeGreaterThanOrEqual(1);
});

test('a merchant’s server gets an event of its payout, with the line as GET returns it', async () => {
  const server = await startReceiver();
  try {
    const owner = await earning(5000);
    const { key, merchant } = owner;
    const body = { url: server.url, events: ['payout.created'] };
    await own.here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body });
    await payOut('2026-11-02T03:00:00Z');
    await paidOut();
    const [event] = await server.events(1);
    const [line] = await payoutsOf(owner);
    expect(event).toMatchObject({ type: 'payout.created', merchantId: merchant.id, test: true });
    expect(event.data).toEqual({ line });
  } finally {
    await server.stop();
  }
});

test('test merchants are paid out only if the stage is configured for it', async () => {
  const tested = await earning(10000);
  const live = await own.here.shop({ bank: { iban }, test: false });
  await writeShare(live.merchant.id, 5000);
  await own.florin.stop();
  await own.start({ PAY_TEST_MERCHANTS: 'no' });
  await payOut('2026-11-28T03:00:00Z');
  await waitUntil(
    () => payoutsOf(live),
    ({ length }) => length === 1,
  );
  await paidOut();
  expect(await balanceOf(live)).toBe(0n);
  expect(await payoutsOf(tested)).toEqual([]);
  expect(await balanceOf(tested)).toBe(9840n);
});
