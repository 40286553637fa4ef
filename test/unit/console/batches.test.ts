import {
  type Batch,
  type BatchKind,
  batchOf,
  keptBatch,
  obstacleOf,
  runBatch,
} from '../../../functions/console/client/movements/batches.ts';
import { keepIntent, keyLife } from '../../../functions/console/client/movements/intents.ts';
import type { Member, Transaction } from '../../../functions/console/client/values/types.ts';

const hour = 3_600_000;

const payment = (id: string, more: object = {}) =>
  ({
    ...{ id, merchantId: 'm1', currency: 'EUR', amount: 900, successful: true, pendingAmount: 900 },
    ...{ capturedAmount: 0, refundedAmount: 0, voidedAmount: 0, disputedAmount: 0 },
    ...more,
  }) as unknown as Transaction;

const member = (role: string) => ({ id: 'm1', role }) as Member;

const stored = new Map<string, string>();
const sent: { path: string; key: string; amount: number }[] = [];
/** The idempotency keys in the tab’s memory when the first request was sent. */
let keptFirst: string[] | undefined;
/** The answers to the next requests, in order. */
let answers: [status: number, body: object][] = [];

beforeEach(() => {
  stored.clear();
  sent.length = 0;
  keptFirst = undefined;
  Object.assign(globalThis, {
    sessionStorage: {
      setItem: (name: string, text: string) => stored.set(name, text),
      getItem: (name: string) => stored.get(name) ?? null,
      removeItem: (name: string) => stored.delete(name),
    },
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
    const key = new Headers(init?.headers).get('idempotency-key') ?? '';
    sent.push({ path: String(path), key, ...JSON.parse(String(init?.body)) });
    keptFirst ??= keptBatch('m1')?.entries.map((entry) => entry.key) ?? [];
    const [status, body] = answers.shift() ?? [201, { transaction: {} }];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

test.each<[string, BatchKind, object, string, string | undefined]>([
  ['can be captured', 'capture', {}, 'member', undefined],
  ['can be voided', 'void', {}, 'owner', undefined],
  ['has nothing left', 'capture', { pendingAmount: 0 }, 'owner', 'nothing'],
  ['has a movement that the acquirer has not answered', 'void', { operation: {} }, 'owner', 'waiting'],
  ['is of a merchant whose role allows less', 'capture', {}, 'support', 'role'],
])('a batch takes a payment only if it can be moved: one that %s', (_, kind, more, role, obstacle) => {
  expect(obstacleOf(kind, payment('p1', more), member(role))).toBe(obstacle);
  expect(obstacleOf(kind, payment('p1', more), undefined)).toBe('role');
});

test('a batch leaves out a payment with a movement of unknown outcome, as another key could move its money twice', () => {
  keepIntent('p1', { kind: 'capture', amount: 900, key: 'k', at: Date.now() });
  expect(obstacleOf('capture', payment('p1'), member('owner'))).toBe('unknown');
  expect(obstacleOf('capture', payment('p2'), member('owner'))).toBeUndefined();
});

const run = (batch: Batch) =>
  runBatch(
    'm1',
    batch,
    ({ message }) => message,
    () => {},
  );
const results = ({ entries }: Batch) => entries.map(({ result }) => result);

test('a batch sends each payment once, and after a failure or reload again those without an outcome, by the same key', async () => {
  const batch = batchOf('capture', [payment('p1'), payment('p2'), payment('p3')]);
  answers = [
    [201, { transaction: {} }],
    [500, {}],
    [409, { error: 'CONFLICT' }],
  ];
  await run(batch);
  expect(batch.entries.map(({ merchantId }) => merchantId)).toEqual(['m1', 'm1', 'm1']);
  expect(keptFirst).toEqual(batch.entries.map(({ key }) => key));
  expect(keptBatch('m2')).toBeUndefined();
  expect(results(batch)).toEqual(['done', 'unknown', 'changed']);
  const kept = keptBatch('m1') as Batch;
  expect(kept).toEqual(JSON.parse(JSON.stringify(batch)));
  // The second attempt fails, too.
  answers = [[503, {}]];
  await run(kept);
  expect(results(kept)).toEqual(['done', 'unknown', 'changed']);
  await run(kept);
  expect(results(kept)).toEqual(['done', 'done', 'changed']);
  expect(keptBatch('m1')).toBeUndefined();
  const [, second] = batch.entries;
  const repeats = sent.slice(3).map(({ path, key, amount }) => [path, key, amount]);
  expect(repeats).toEqual(Array(2).fill(['/api/transactions/p2/captures', second?.key, 900]));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test('a batch moves the rest of each payment, and never its whole amount', () => {
  const half = payment('p1', { pendingAmount: 400, capturedAmount: 500 });
  for (const kind of ['capture', 'void'] as const)
    expect(batchOf(kind, [half, payment('p2')]).entries.map(({ amount }) => amount)).toEqual([400, 900]);
});

test('a batch whose session has ended sends no more, and later continues with the payments that were not sent', async () => {
  const batch = batchOf(
    'void',
    Array.from({ length: 9 }, (_, n) => payment(`p${n}`)),
  );
  answers = Array(4).fill([401, { error: 'SESSION_MISSING' }]);
  await run(batch);
  expect(sent).toHaveLength(4);
  expect(results(batch)).toEqual([...Array(4).fill('unknown'), ...Array(5).fill(undefined)]);
  await run(keptBatch('m1') as Batch);
  expect(new Set(sent.map(({ path, key }) => `${path} ${key}`)).size).toBe(9);
});

test('a batch is not offered again when the server may have forgotten its keys', async () => {
  const old = batchOf('capture', [payment('p1')], Date.now() - keyLife + hour);
  answers = [[500, {}]];
  await run(old);
  expect(keptBatch('m1')).toBeDefined();
  expect(keptBatch('m1', Date.now() + hour)).toBeUndefined();
});
