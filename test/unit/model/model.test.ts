import { callEngine, EngineError, signatureHeaders } from '../../../lib/local/dynamodb/engine.ts';
import { type Model, startModel } from '../../../lib/local/model/model.ts';
import { type FaultRates, goodDay, noFaults, type Settings } from '../../../lib/local/model/settings.ts';
import { type Engine, startEngine } from '../../api/support/engine.ts';

const always = (median: number) => ({ median, spread: 0, tail: { chance: 0, times: 1 } });

const quick: Settings = {
  ...goodDay,
  latency: { transaction: always(0), write: always(0), read: always(0) },
  indexLag: 0,
  staleness: 0,
};

let engine: Engine;
let table = 0;
const running: Model[] = [];

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());
afterEach(async () => {
  for (const model of running.splice(0)) await model.stop();
});

/** A model with its own table, which has the key `pk` and `sk`, and the index `list` with `listPk` and `listSk`. */
async function modelWith(settings: Partial<Settings>, seed = 1) {
  const model = await startModel({
    engine: engine.endpoint,
    seed,
    settings: { ...quick, ...settings },
    counting: true,
  });
  running.push(model);
  const TableName = `table${table++}`;
  const call = callEngine(model.endpoint);
  const key = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });
  await call('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'listPk', 'listSk'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'list',
        KeySchema: [key('listPk', 'HASH'), key('listSk', 'RANGE')],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  const at = (pk: string) => ({ TableName, Key: { pk: { S: pk }, sk: { S: 'it' } } });
  const item = (pk: string, more: object = {}) => ({
    TableName,
    Item: { ...at(pk).Key, ...more },
  });
  const add = (pk: string) => ({
    ...at(pk),
    UpdateExpression: 'ADD n :by',
    ExpressionAttributeValues: { ':by': { N: '1' } },
  });
  const transact = (writes: object[], ClientRequestToken?: string) =>
    call('TransactWriteItems', { TransactItems: writes, ClientRequestToken });
  const get = async (pk: string, ConsistentRead = true) =>
    (await call('GetItem', { ...at(pk), ConsistentRead })).Item;
  const listed = async (more: object = {}): Promise<string[]> =>
    (
      await call('Query', {
        TableName,
        IndexName: 'list',
        KeyConditionExpression: 'listPk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'all' } },
        ...more,
      })
    ).Items.map(({ pk }: { pk: { S: string } }) => pk.S);
  return { model, TableName, call, at, item, add, transact, get, listed };
}

const check = (at: object) => ({ ConditionCheck: { ...at, ConditionExpression: 'attribute_not_exists(x)' } });

/** The name of a request's error, or `done` if the request succeeds. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error) => (error instanceof EngineError ? error.type : String(error)),
  );

/** The cancellation reason for each item of a refused transaction, with the item that a failed condition returns. */
async function reasonsWithItems(model: Model, writes: object[]): Promise<Reason[]> {
  const response = await fetch(model.endpoint, {
    method: 'POST',
    headers: {
      'x-amz-target': 'DynamoDB_20120810.TransactWriteItems',
      'content-type': 'application/x-amz-json-1.0',
      ...signatureHeaders,
    },
    body: JSON.stringify({ TransactItems: writes }),
  });
  const { CancellationReasons } = (await response.json()) as { CancellationReasons: Reason[] };
  return CancellationReasons;
}

interface Reason {
  Code: string;
  Item?: object;
}

const reasons = async (model: Model, writes: object[]): Promise<string[]> =>
  (await reasonsWithItems(model, writes)).map(({ Code }) => Code);

describe('While a transaction is under way', () => {
  /** Runs `work` while a transaction that puts `a` and checks `c` is under way. */
  async function duringTransaction<T>(
    work: (world: Awaited<ReturnType<typeof modelWith>>) => Promise<T>,
  ): Promise<T> {
    const world = await modelWith({ latency: { ...quick.latency, transaction: always(500) } });
    const first = world.transact([{ Put: world.item('a') }, check(world.at('c'))]);
    while (!world.model.counters.items.get(`${world.TableName} c it`)) await world.get('other');
    const result = await work(world);
    await first;
    return result;
  }

  test('another transaction gets TransactionConflict for each shared item, condition checks included', async () => {
    const met = await duringTransaction(({ model, item, at }) =>
      reasons(model, [{ Put: item('b') }, check(at('a')), { Put: item('c') }]),
    );
    expect(met).toEqual(['None', 'TransactionConflict', 'TransactionConflict']);
  });

  test('another transaction conflicts even if both only check the same item', async () => {
    expect(await duringTransaction(({ model, at }) => reasons(model, [check(at('c'))]))).toEqual([
      'TransactionConflict',
    ]);
  });

  test('a single write of one of its items is refused, and a write of another item succeeds', async () => {
    const met = await duringTransaction(({ call, item, add, at }) =>
      Promise.all([
        outcome(call('PutItem', item('a'))),
        outcome(call('UpdateItem', add('c'))),
        outcome(call('DeleteItem', at('a'))),
        outcome(call('PutItem', item('b'))),
      ]),
    );
    expect(met).toEqual([...Array(3).fill('TransactionConflictException'), 'done']);
  });

  test('a transactional read is refused, and a plain read returns the old state', async () => {
    const met = await duringTransaction(async ({ call, at, get }) => [
      await outcome(call('TransactGetItems', { TransactItems: [{ Get: at('c') }] })),
      await get('c'),
    ]);
    expect(met).toEqual(['TransactionCanceledException', undefined]);
  });

  test('its items are locked only until its end', async () => {
    const { transact, add } = await modelWith({});
    for (let n = 0; n < 3; n++) expect(await outcome(transact([{ Update: add('a') }]))).toBe('done');
  });
});

test('A write without a key gets the engine’s error', async () => {
  const { call, TableName } = await modelWith({});
  const nameless = { TableName, Item: { sk: { S: 'it' } } };
  expect(await outcome(call('PutItem', nameless))).toBe('ValidationException');
});

describe('A transaction that is sent again', () => {
  test('a repeated transaction has no second effect if the first response was lost', async () => {
    const { model, transact, add, get } = await modelWith({ faults: { ...noFaults, failedAfter: 1 } });
    expect(await outcome(transact([{ Update: add('a') }], 'token'))).toBe('InternalServerError');
    model.settings.faults = noFaults;
    expect(await outcome(transact([{ Update: add('a') }], 'token'))).toBe('done');
    expect(await get('a')).toMatchObject({ n: { N: '1' } });
  });

  test('a repeated transaction is refused if it differs from the first one', async () => {
    const { transact, add } = await modelWith({});
    await transact([{ Update: add('a') }], 'same');
    expect(await outcome(transact([{ Update: add('b') }], 'same'))).toBe(
      'IdempotentParameterMismatchException',
    );
  });

  test('a repeated transaction is refused while the first one is still under way', async () => {
    const { transact, add } = await modelWith({ latency: { ...quick.latency, transaction: always(100) } });
    const both = [transact([{ Update: add('a') }], 'twice'), transact([{ Update: add('a') }], 'twice')];
    expect((await Promise.all(both.map(outcome))).sort()).toEqual(['TransactionInProgressException', 'done']);
  });
});

describe('A fault of the model', () => {
  const cases: [keyof FaultRates, string, boolean][] = [
    ['throttled', 'ThrottlingException', false],
    ['failed', 'InternalServerError', false],
    ['failedAfter', 'InternalServerError', true],
    ['cut', 'Error: socket hang up', false],
    ['cutAfter', 'Error: socket hang up', true],
  ];
  test.each(cases)(
    'a fault of the kind %s gives %s, and the write takes effect: %s',
    async (fault, name, hasEffect) => {
      const { model, call, item, get } = await modelWith({ faults: { ...noFaults, [fault]: 1 } });
      expect(await outcome(call('PutItem', item('a')))).toBe(name);
      model.settings.faults = noFaults;
      expect((await get('a')) !== undefined).toBe(hasEffect);
    },
  );

  test('a fault of the model is the same for the same seed and requests, and different for another seed', async () => {
    const run = async (seed: number) => {
      const faults = { ...noFaults, throttled: 0.2, failed: 0.1, failedAfter: 0.2 };
      const { transact, add, call, item } = await modelWith({ faults }, seed);
      const met: string[] = [];
      for (let n = 0; n < 30; n++) {
        met.push(await outcome(transact([{ Update: add('a') }])));
        met.push(await outcome(call('PutItem', item('b'))));
      }
      return met.join();
    };
    const [first, again, other] = [await run(1), await run(1), await run(2)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('With rare faults of AWS,', () => {
  const unlikely = { ...noFaults, mixed: 1e-9 };
  const isNew = {
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };

  test('a cancelled transaction has a conflict or throttling before or behind a failed condition', async () => {
    const { model, call, item, add, get } = await modelWith({ faults: { ...noFaults, mixed: 1 } });
    await call('PutItem', item('b', { by: { S: 'them' } }));
    const guarded = { ...add('b'), ...isNew };
    const named = {
      ...guarded,
      ConditionExpression: '#p <> :b',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ...guarded.ExpressionAttributeValues, ':b': { S: 'b' } },
    };
    const met = new Set<string>();
    for (let n = 0; n < 40; n++) {
      const Update = n % 2 ? guarded : named;
      const found = await reasonsWithItems(model, [{ Put: item('a') }, { Update }, { Put: item('c') }]);
      met.add(found.map(({ Code }) => Code).join());
      if (found[1]?.Code === 'ConditionalCheckFailed')
        expect(found[1].Item).toMatchObject({ by: { S: 'them' } });
    }
    expect([...met].sort()).toEqual([
      'None,ConditionalCheckFailed,ThrottlingError',
      'None,ConditionalCheckFailed,TransactionConflict',
      'None,ThrottlingError,None',
      'None,TransactionConflict,None',
      'ThrottlingError,ConditionalCheckFailed,None',
      'TransactionConflict,ConditionalCheckFailed,None',
    ]);
    expect([await get('a'), (await get('b')).n, await get('c')]).toEqual([undefined, undefined, undefined]);
  });

  test('a conflict with a running transaction stands beside a failed condition', async () => {
    const latency = { ...quick.latency, transaction: always(500) };
    const { model, TableName, transact, call, item, get } = await modelWith({ faults: unlikely, latency });
    await call('PutItem', item('old'));
    const first = transact([{ Put: item('held') }]);
    while (!model.counters.items.get(`${TableName} held it`)) await get('other');
    const writes = [{ Put: { ...item('old'), ...isNew } }, { Put: item('held') }];
    expect(await reasons(model, writes)).toEqual(['ConditionalCheckFailed', 'TransactionConflict']);
    await first;
  });

  test('a batch is done in part, and all of it in the end', async () => {
    const { model, TableName, call, item, at } = await modelWith({ faults: { ...noFaults, unprocessed: 1 } });
    const names = Array.from({ length: 10 }, (_, n) => `i${n}`);
    let left: Record<string, object[]> = {
      [TableName]: names.map((name) => ({ PutRequest: { Item: item(name).Item } })),
    };
    const sizes: number[] = [];
    while (left[TableName]) {
      sizes.push(left[TableName].length);
      ({ UnprocessedItems: left } = await call('BatchWriteItem', { RequestItems: left }));
    }
    expect(sizes[0]).toBe(10);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.every((size, n) => n === 0 || size < (sizes[n - 1] ?? 0))).toBe(true);

    let keys: Record<string, { Keys: object[]; ConsistentRead?: boolean }> = {
      [TableName]: { Keys: names.map((name) => at(name).Key), ConsistentRead: true },
    };
    const read: string[] = [];
    for (let n = 0; keys[TableName]; n++) {
      const { Responses, UnprocessedKeys } = await call('BatchGetItem', { RequestItems: keys });
      read.push(...Responses[TableName].map(({ pk }: { pk: { S: string } }) => pk.S));
      keys = UnprocessedKeys;
      if (n === 0) expect(keys[TableName]).toMatchObject({ ConsistentRead: true });
    }
    expect(read.sort()).toEqual(names);
    expect(model.counters.faults.get('unprocessed')).toBeGreaterThan(2);
  });

  test('a page of a query ends after at most three items, and the next ones have the rest', async () => {
    const { TableName, call, item } = await modelWith({ faults: { ...noFaults, shortPage: 1 } });
    const names = Array.from({ length: 10 }, (_, n) => `i${n}`);
    for (const name of names)
      await call('PutItem', item(name, { listPk: { S: 'all' }, listSk: { S: name } }));
    const read: string[] = [];
    let ExclusiveStartKey: object | undefined;
    do {
      const { Items, LastEvaluatedKey } = await call('Query', {
        ...{ TableName, IndexName: 'list', KeyConditionExpression: 'listPk = :pk', ExclusiveStartKey },
        ExpressionAttributeValues: { ':pk': { S: 'all' } },
      });
      expect(Items.length).toBeLessThanOrEqual(3);
      read.push(...Items.map(({ pk }: { pk: { S: string } }) => pk.S));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    expect(read).toEqual(names);
  });
});

describe('A partition key', () => {
  /** So few units that one request uses them up for the rest of a test. */
  const partition = { write: 0.01, read: 0.01, burstSeconds: 1 };

  test('a partition key of the table has limited write units, and a refused transaction names the items without units', async () => {
    const { model, transact, add } = await modelWith({ partition });
    expect(await outcome(transact([{ Update: add('hot') }]))).toBe('done');
    const met = await reasons(model, [{ Update: add('hot') }, { Update: add('cold') }]);
    expect(met).toEqual(['ThrottlingError', 'None']);
  });

  test('a partition key of the index has limited write units, shared by different items of the table', async () => {
    const { model, TableName, call, item } = await modelWith({ partition });
    const inList = (n: number) => item(`i${n}`, { listPk: { S: 'all' }, listSk: { S: `${n}` } });
    expect(await outcome(call('PutItem', inList(1)))).toBe('done');
    expect(await outcome(call('PutItem', inList(2)))).toBe('ThrottlingException');
    expect(model.counters.partitions.get(`${TableName}.list all`)).toMatchObject({ throttles: 1, write: 1 });
  });

  test('a partition key is charged as in AWS: twice for each item of a transaction, and in an index for changes', async () => {
    const { model, TableName, transact, item, at, add } = await modelWith({});
    const big = { S: 'x'.repeat(1500) };
    await transact([
      { Put: item('a', { big, listPk: { S: 'all' }, listSk: { S: '1' } }) },
      { Update: add('b') },
      check(at('c')),
    ]);
    const units = () =>
      Object.fromEntries(
        [...model.counters.partitions].map(([name, { write }]) => [name.split(' ').at(-1), write]),
      );
    expect(units()).toEqual({ a: 4, all: 2, b: 2, c: 2 });
    model.reset();
    await transact([{ Delete: at('a') }]);
    expect(units()).toEqual({ a: 4, all: 2 });
    expect([...model.counters.partitions.keys()]).toContain(`${TableName}.list all`);
  });

  test('a partition key has limited read units', async () => {
    const { get } = await modelWith({ partition });
    expect(await outcome(get('a'))).toBe('done');
    expect(await outcome(get('a'))).toBe('ThrottlingException');
  });
});

describe('With replication lag,', () => {
  const inList = (n: number) => ({ listPk: { S: 'all' }, listSk: { S: `${n}` } });

  test('an index shows new and removed items late', async () => {
    const { model, call, item, at, listed } = await modelWith({});
    await call('PutItem', item('old', inList(2)));
    model.settings.indexLag = 1e9;
    await call('PutItem', item('new', inList(1)));
    await call('DeleteItem', at('old'));
    expect(await listed()).toEqual(['old']);
  });

  test('an index keeps its order, its pages and its key conditions', async () => {
    const { model, call, item, at, listed } = await modelWith({});
    for (let n = 0; n < 6; n++) await call('PutItem', item(`i${n}`, inList(n)));
    model.settings.indexLag = 1e9;
    await call('DeleteItem', at('i3'));
    await call('DeleteItem', at('i1'));
    expect(await listed()).toEqual(['i0', 'i1', 'i2', 'i3', 'i4', 'i5']);
    expect(await listed({ ScanIndexForward: false, Limit: 4 })).toEqual(['i5', 'i4', 'i3', 'i2']);
    const values = { ':pk': { S: 'all' }, ':a': { S: '2' }, ':b': { S: '3' } };
    const between = {
      KeyConditionExpression: 'listPk = :pk AND listSk BETWEEN :a AND :b',
      ExpressionAttributeValues: values,
    };
    expect(await listed(between)).toEqual(['i2', 'i3']);
  });

  test('an index shows a new item once the lag is over', async () => {
    const { call, item, listed } = await modelWith({ indexLag: 50 });
    await call('PutItem', item('new', inList(1)));
    while ((await listed()).length === 0);
  });

  test('an eventually consistent read of the table may be stale, and a consistent read is up to date', async () => {
    const { call, item, add, get } = await modelWith({ staleness: 1e9 });
    await call('PutItem', item('a'));
    await call('UpdateItem', add('a'));
    const read = await Promise.all([1, 2, 3].map(() => get('a', false)));
    expect(read).toContain(undefined);
    expect(await get('a')).toMatchObject({ n: { N: '1' } });
  });
});
