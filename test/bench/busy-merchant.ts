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
const lanes = [1, 2, 4, 8, 16];
const seed = 1;

/** What prepares a measurement need not take its time, and is no load. */
const none: Latency = { median: 0, spread: 0, tail: { chance: 0, times: 1 } };
const preparing: Settings = {
  ...goodDay,
  latency: { transaction: none, write: none, read: none },
  partition: { write: 1e9, read: 1e9, burstSeconds: 1 },
};

/**
 * Captures of different payments of one merchant, as many at once as said, on the model: AWS's conflicts, 12 ms a
 * transaction, limits of partition keys. Then what those limits allow, by the units that a capture uses of each key.
 */
export async function benchBusyMerchant(): Promise<void> {
  const engine = await startEngine();
  const model = await startModel({ engine: engine.endpoint, seed, settings: preparing, counting: true });
  const florin = await startFlorin(['--memory'], {
    DYNAMODB_ENDPOINT: model.endpoint,
    FLORIN_TRIGGERS: 'off',
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
      rows.slice(1), // the first loads and warms
    );
    reportLimits(units);
  } finally {
    await florin.stop();
    await model.stop();
    await engine.stop();
  }
}

async function measure(florin: Florin, model: Model, connections: number) {
  const { key, ids, capture } = await prepare(florin, model);
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

/** What a capture uses of one partition key. */
interface Used {
  name: string;
  write: number;
  read: number;
}

const perCapture = (counted: Map<string, Counted>, done: number): Used[] =>
  [...counted].map(([name, { write, read }]) => ({ name, write: write / done, read: read / done }));

/** A merchant with payments to capture. */
async function prepare(florin: Florin, model: Model) {
  model.settings = preparing;
  const { api, shop, authorized, move } = world(florin);
  const { key, merchant } = await shop();
  const transactionId = await authorized(merchant, 1000);
  const body = { transactionId, currency: 'EUR', amount: 1000 };
  const ids: string[] = [];
  const make = async () => {
    while (ids.length < captures) {
      const made = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
      ids.push(made.body.transaction.id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, make));
  ids.length = captures;
  const capture = async (key: string, id: string) => (await move(key, id, 'captures', 1)).status;
  return { key, ids, capture };
}

/** The keys that all of a merchant's captures meet at, and how many captures a second each allows. */
function reportLimits(used: Used[]): void {
  const { write: writes, read: reads } = goodDay.partition;
  const shared = used
    .filter(({ write, read }) => write >= 0.05 || read >= 0.05)
    .map((key) => ({ ...key, allows: Math.min(writes / key.write, reads / key.read) }))
    .sort((a, b) => a.allows - b.allows);
  printTable(
    'What a capture uses of the keys that are shared by a merchant',
    ['key', 'write units', 'read units', 'captures/s it allows'],
    shared.map(({ name, write, read, allows }) => [
      name.replaceAll(/[0-9a-f]{24}/g, '<id>'),
      write.toFixed(2),
      read.toFixed(2),
      allows.toFixed(0),
    ]),
  );

  // A lane has lists and shares of the balance of its own. Who is a member is read at one key, whatever the lanes.
  const allowed = (count: number) =>
    shared.map(({ write, read }) => Math.min((count * writes) / write, reads / read));
  printTable(
    'Captures a second of one merchant, by its lanes (computed, up to 2,000)',
    ['lanes', 'captures/s they allow'],
    lanes.map((count) => [count, Math.min(2000, ...allowed(count)).toFixed(0)]),
  );
}
