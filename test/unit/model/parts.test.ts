import { draw } from '../../../lib/local/model/draw.ts';
import { faultOf } from '../../../lib/local/model/faults.ts';
import { keyCondition } from '../../../lib/local/model/key-condition.ts';
import { latencyOf } from '../../../lib/local/model/latency.ts';
import { startPartitions } from '../../../lib/local/model/partitions.ts';
import { badDay, goodDay } from '../../../lib/local/model/settings.ts';
import { indexUnits, sizeOf, tableUnits } from '../../../lib/local/model/units.ts';

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
  const drawn = many.map((n) => faultOf(badDay.faults, drawnFor(n)));
  for (const [fault, rate] of Object.entries(badDay.faults))
    expect(Math.abs(drawn.filter((one) => one === fault).length / many.length - rate)).toBeLessThan(0.004);
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
