import { answerPart } from '../../../lib/local/model/batches.ts';
import { failedConditions } from '../../../lib/local/model/conditions.ts';
import { draw } from '../../../lib/local/model/draw.ts';
import type { Engine } from '../../../lib/local/model/engine.ts';
import { faultOf } from '../../../lib/local/model/faults.ts';
import { keyCondition } from '../../../lib/local/model/key-condition.ts';
import { latencyOf } from '../../../lib/local/model/latency.ts';
import { startPartitions } from '../../../lib/local/model/partitions.ts';
import type { Input, Request } from '../../../lib/local/model/protocol.ts';
import { badDay, goodDay, noFaults } from '../../../lib/local/model/settings.ts';
import { indexUnits, sizeOf, tableUnits } from '../../../lib/local/model/units.ts';
import type { Write } from '../../../lib/local/model/usage.ts';

const drawnFor = (n: number) => (what: string) => draw('seed', n, what);
const many = Array.from({ length: 20_000 }, (_, n) => n);

test('drawn numbers are evenly distributed and independent of their neighbours', () => {
  const drawn = many.map((n) => draw('seed', n));
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => drawn.filter((x) => Math.floor(10 * x) === tenth).length,
  );
  for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200);
  const rises = drawn.filter((x, n) => x > (drawn[n - 1] ?? 0)).length;
  expect(Math.abs(rises - 10_000)).toBeLessThan(300);
});

test('latencies are around their median, with a few much longer ones', () => {
  const { transaction } = goodDay.latency;
  const times = many.map((n) => latencyOf(transaction, drawnFor(n))).sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(part * times.length)] ?? 0;
  expect(at(0.5)).toBeCloseTo(12, 0);
  expect(at(0.99)).toBeLessThan(25);
  expect(times.at(-1)).toBeGreaterThan(60);
});

test('each fault occurs at its rate', () => {
  const drawnBy = (operation: string) => many.map((n) => faultOf(badDay.faults, operation, drawnFor(n)));
  const ofTransactions = drawnBy('TransactWriteItems');
  const others: Record<string, unknown[]> = {
    unprocessed: drawnBy('BatchGetItem'),
    shortPage: drawnBy('Query'),
  };
  for (const [fault, rate] of Object.entries(badDay.faults)) {
    const drawn = others[fault] ?? ofTransactions;
    expect(Math.abs(drawn.filter((one) => one === fault).length / many.length - rate)).toBeLessThan(0.004);
  }
});

test('only transactions have mixed reasons, only batches unprocessed requests, and only queries short pages', () => {
  const faults = { ...noFaults, mixed: 0.3, unprocessed: 0.3, shortPage: 0.3 };
  const kindsOf = (operation: string) => [
    ...new Set(many.slice(0, 100).map((n) => faultOf(faults, operation, drawnFor(n)))),
  ];
  expect(kindsOf('TransactWriteItems').sort()).toEqual(['mixed', undefined]);
  expect(kindsOf('BatchWriteItem').sort()).toEqual(['unprocessed', undefined]);
  expect(kindsOf('Query').sort()).toEqual(['shortPage', undefined]);
  expect(kindsOf('TransactGetItems').concat(kindsOf('PutItem'))).toEqual([undefined, undefined]);
});

const aRequest = (operation: string, input: Input): Request => ({ operation, input, body: '', headers: {} });

test('at least one request of a batch is done each time', async () => {
  const sizes: number[] = [];
  const forward = async (_: unknown, body: string) => {
    sizes.push(JSON.parse(body).RequestItems?.table?.length ?? 0);
    return { status: 200, headers: {}, body: '{}' };
  };
  const request = aRequest('BatchWriteItem', { RequestItems: { table: [{}, {}] } });
  for (const n of many.slice(0, 100))
    await answerPart({ forward } as unknown as Engine, request, drawnFor(n));
  expect([...new Set(sizes)].sort()).toEqual([1, 2]);
});

test('a condition is checked with the names and values that it uses, as DynamoDB refuses others', async () => {
  let asked = '';
  const forward = async (_: unknown, body: string) => {
    asked = body;
    return { status: 200, headers: {}, body: '{}' };
  };
  const Update = {
    TableName: 'table',
    ConditionExpression: '#a = :a',
    ExpressionAttributeNames: { '#a': 'a', '#b': 'b' },
    ExpressionAttributeValues: { ':a': { N: '1' }, ':b': { N: '2' } },
  };
  const writes = [{ key: {} }, { key: { pk: { S: 'x' } } }] as Write[];
  const request = aRequest('TransactWriteItems', { TransactItems: [{ Put: {} }, { Update }] });
  await failedConditions({ forward } as unknown as Engine, request, writes);
  expect(JSON.parse(asked)).toEqual({
    TransactItems: [
      {
        ConditionCheck: {
          TableName: 'table',
          Key: { pk: { S: 'x' } },
          ConditionExpression: '#a = :a',
          ExpressionAttributeNames: { '#a': 'a' },
          ExpressionAttributeValues: { ':a': { N: '1' } },
        },
      },
    ],
  });
});

test('a batch returns as unprocessed what the engine leaves, together with what the model leaves', async () => {
  const Keys = Array.from({ length: 5 }, (_, n) => ({ pk: { S: `${n}` } }));
  const forward = async (_: unknown, body: string) => ({
    status: 200,
    headers: {},
    body: JSON.stringify({ UnprocessedKeys: JSON.parse(body).RequestItems }),
  });
  const request = aRequest('BatchGetItem', { RequestItems: { table: { Keys } } });
  const { body } = await answerPart({ forward } as unknown as Engine, request, drawnFor(1));
  const left: typeof Keys = JSON.parse(body).UnprocessedKeys.table.Keys;
  expect(left.map(({ pk }) => pk.S).sort()).toEqual(['0', '1', '2', '3', '4']);
});

test('sizeOf computes the size of an item by the rules of AWS', () => {
  // pk + 3, n + 3 (two pairs of digits and one byte more), l + 3 + 2 × 1 + 1 + 1, f + 1
  const item = {
    pk: { S: 'abc' },
    n: { N: '1234' },
    l: { L: [{ S: 'x' }, { BOOL: true }] },
    f: { NULL: true },
  };
  expect(sizeOf(item)).toBe(2 + 3 + 1 + 3 + 1 + 7 + 1 + 1);
  expect(sizeOf({ b: { B: Buffer.alloc(12).toString('base64') } })).toBe(13);
  expect(sizeOf({ ä: { N: '-12300' } })).toBe(2 + 4);
});

test('a write costs units by the larger of old and new item, twice in a transaction, and none in an unchanged index', () => {
  const [small, large] = [{ pk: { S: 'x' } }, { pk: { S: 'x'.repeat(2000) } }];
  expect([tableUnits(small, large, false), tableUnits(large, undefined, true)]).toEqual([2, 4]);
  expect([
    indexUnits(undefined, undefined),
    indexUnits(small, { ...small }),
    indexUnits(small, large),
  ]).toEqual([0, 0, 2]);
});

test('the units of a partition key refill with time, up to the burst', () => {
  let now = 0;
  const limits = { write: 10, read: 10, burstSeconds: 2 };
  const partitions = startPartitions(
    () => limits,
    () => now,
  );
  partitions.use('a', 'write', 20);
  expect([partitions.hasRoom('a', 'write'), partitions.hasRoom('a', 'read')]).toEqual([false, true]);
  now = 100;
  expect(partitions.hasRoom('a', 'write')).toBe(true);
  now = 1e6;
  partitions.use('a', 'write', 20);
  expect(partitions.hasRoom('a', 'write')).toBe(false);
});

test.each([
  ['pk = :p', ['a', 'b', 'c']],
  ['pk = :p AND sk = :b', ['b']],
  ['pk = :p AND #s > :a', ['b', 'c']],
  ['pk = :p AND sk <= :b', ['a', 'b']],
  ['#s BETWEEN :b AND :c AND pk = :p', ['b', 'c']],
  ['pk = :p AND begins_with(sk, :c)', ['c']],
])('the key condition %s finds the right items', (KeyConditionExpression, expected) => {
  const condition = keyCondition({
    KeyConditionExpression,
    ExpressionAttributeNames: { '#s': 'sk' },
    ExpressionAttributeValues: { ':p': { S: 'p' }, ':a': { S: 'a' }, ':b': { S: 'b' }, ':c': { S: 'c' } },
  });
  const items = ['a', 'b', 'c'].map((sk) => ({ pk: { S: 'p' }, sk: { S: sk } }));
  expect(items.filter(condition.holds).map(({ sk }) => sk.S)).toEqual(expected);
  expect(condition.holds({ pk: { S: 'q' }, sk: { S: 'b' } })).toBe(false);
  expect(condition.equals('pk')).toEqual({ S: 'p' });
});

test.each([
  ['pk = :empty', 'pk'],
  ['pk = :p AND begins_with(sk, :empty)', 'sk'],
  ['pk = :p AND sk BETWEEN :empty AND :p', 'sk'],
  ['pk = :p AND #s > :empty', 'sk'],
  ['pk = :p AND begins_with(sk, :p)', undefined],
])('the key condition %s compares %s with an empty text', (KeyConditionExpression, key) => {
  const { empty } = keyCondition({
    KeyConditionExpression,
    ExpressionAttributeNames: { '#s': 'sk' },
    ExpressionAttributeValues: { ':p': { S: 'p' }, ':empty': { S: '' } },
  });
  expect(empty).toBe(key);
});
