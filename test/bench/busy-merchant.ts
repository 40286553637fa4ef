import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import type { Counted } from '../../lib/local/model/counters.ts';
import { type Model, startModel } from '../../lib/local/model/model.ts';
import { goodDay, type Latency, type Settings } from '../../lib/local/model/settings.ts';
import { startEngine } from '../api/support/engine.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { printTable } from '../api/support/table.ts';
import { world } from '../api/support/world.ts';
import { percentile } from './median.ts';

const inFlight = [8, 32, 64];
const captures = 256;
const lanes = [1, 2, 4, 8];
const laneCaptures = 64;
const seed = 1;

/** No latency, for the preparation of a measurement. */
const none: Latency = { median: 0, spread: 0, tail: { chance: 0, times: 1 } };
const preparing: Settings = {
  ...goodDay,
  latency: { transaction: none, write: none, read: none },
  partition: { write: 1e9, read: 1e9, burstSeconds: 1 },
};

/**
 * Measures concurrent captures of one merchant's payments on the model, which has AWS's conflicts, 12 ms a transaction,
 * and limits of partition keys. Then reports the rate that those limits allow, by the units that a capture uses of each
 * key.
 */
export async function benchBusyMerchant(): Promise<void> {
  const engine = await startEngine();
  const model = await startModel({ engine: engine.endpoint, seed, settings: preparing, counting: true });
  const florin = await startFlorin(['--memory'], {
    DYNAMODB_ENDPOINT: model.endpoint,
    FLORIN_TRIGGERS: 'off',
    FLORIN_ROLES: 'off',
  });
  try {
    const rows = [];
    let units: Used[] = [];
    for (const connections of [8, ...inFlight]) {
      const { row, used } = await measure(florin, model, connections);
      units = used;
      rows.push(row);
    }
    printTable(
      `Captures of one merchant on the model (${captures} each, seed ${seed})`,
      ['in flight', 'captures/s', 'attempts a capture', 'p50 ms', 'p99 ms', 'p99 / p50', 'refused'],
      rows.slice(1), // the first row is the warm-up
    );
    reportLimits(units);
    await reportLanes(florin, model, engine.endpoint);
  } finally {
    await florin.stop();
    await model.stop();
    await engine.stop();
  }
}

async function measure(florin: Florin, model: Model, connections: number) {
  const { key, ids, capture } = await prepare(florin, model, captures);
  model.settings = goodDay;
  model.reset();
  const times: number[] = [];
  let refused = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let id = ids.pop(); id; id = ids.pop()) {
        const sent = performance.now();
        if ((await capture(key, id)) !== 201) refused++;
        times.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const done = captures - refused;
  const attempts = model.counters.operations.get('TransactWriteItems')?.attempts ?? 0;
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const row = [
    connections,
    (done / seconds).toFixed(0),
    (attempts / done).toFixed(2),
    p50.toFixed(0),
    p99.toFixed(0),
    (p99 / p50).toFixed(1),
    refused,
  ];
  return { row, used: perCapture(model.counters.partitions, done) };
}

/** The capacity units that a capture uses of one partition key. */
interface Used {
  name: string;
  write: number;
  read: number;
}

const perCapture = (counted: Map<string, Counted>, done: number): Used[] =>
  [...counted].map(([name, { write, read }]) => ({ name, write: write / done, read: read / done }));

/** A merchant with payments to capture. */
async function prepare(
  florin: Florin,
  model: Model,
  count: number,
  change: (merchant: { id: string; key: string }) => Promise<void> = async () => {},
) {
  model.settings = preparing;
  const { api, shop, authorized, move } = world(florin);
  const { key, merchant } = await shop();
  await change(merchant);
  const transactionId = await authorized(merchant, 1000);
  const body = { transactionId, currency: 'EUR', amount: 1000 };
  const ids: string[] = [];
  const make = async () => {
    while (ids.length < count) {
      const made = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
      ids.push(made.body.transaction.id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, make));
  ids.length = count;
  const capture = async (key: string, id: string) => (await move(key, id, 'captures', 1)).status;
  return { key, ids, capture };
}

/** Reports the keys that a merchant's captures share, and how many captures a second each key allows. */
function reportLimits(used: Used[]): void {
  printTable(
    'What a capture uses of the keys that are shared by a merchant',
    ['key', 'write units', 'read units', 'captures/s it allows'],
    sharedOf(used).map(({ name, write, read, allows }) => [
      name,
      write.toFixed(2),
      read.toFixed(2),
      allows.toFixed(0),
    ]),
  );
}

/** Groups keys by purpose. The keys of several lanes become one key with the average use. */
function sharedOf(used: Used[]): (Used & { allows: number })[] {
  const lanes = new Map<string, Used[]>();
  for (const key of used) {
    const name = key.name.replaceAll(/[0-9a-f]{24}/g, '<id>').replace(/#\d+$/, '');
    if (name.includes('merchant#')) lanes.set(name, [...(lanes.get(name) ?? []), key]);
  }
  const { write: writes, read: reads } = goodDay.partition;
  return [...lanes]
    .map(([name, keys]) => {
      const mean = (kind: 'write' | 'read') => keys.reduce((sum, key) => sum + key[kind], 0) / keys.length;
      return { name, write: mean('write'), read: mean('read') };
    })
    .filter(({ write, read }) => write > 0 || read > 0)
    .map((key) => ({ ...key, allows: Math.min(writes / key.write, reads / key.read) }))
    .sort((a, b) => a.allows - b.allows);
}

/** Reports the rate that each number of lanes allows, measured on a merchant with so many lanes. */
async function reportLanes(florin: Florin, model: Model, engine: string): Promise<void> {
  const rows = [];
  for (const count of lanes) {
    const { key, ids, capture } = await prepare(florin, model, laneCaptures, (merchant) =>
      setLanes(engine, merchant, count),
    );
    model.reset();
    for (const id of ids) await capture(key, id);
    const [hottest] = sharedOf(perCapture(model.counters.partitions, laneCaptures));
    const { name = '', write = 0, read = 0, allows = 0 } = hottest ?? {};
    rows.push([count, Math.min(2000, allows).toFixed(0), name, write.toFixed(2), read.toFixed(2)]);
  }
  printTable(
    'Captures a second of one merchant, by its lanes: what its hottest key allows, up to 2,000',
    ['lanes', 'captures/s', 'hottest key', 'write units', 'read units'],
    rows,
  );
}

async function setLanes(engine: string, { id, key }: { id: string; key: string }, count: number) {
  const call = callEngine(engine);
  for (const [pk, sk] of [
    [`merchant#${id}`, '#merchant'],
    [`pos#${key}`, 'pos'],
  ])
    await call('UpdateItem', {
      TableName: 'florin',
      Key: { pk: { S: pk }, sk: { S: sk } },
      UpdateExpression: 'SET lanes = :lanes',
      ExpressionAttributeValues: { ':lanes': { N: String(count) } },
    });
}
