/**
 * `npm run simulate -- --seed N --operations N`: many clients at a Florin on the model, on its worst day, which is
 * killed now and then; and an audit of what became of it all. Exits with 1, and the seed, if anything is wrong.
 *
 * The seed decides what is asked for, and what goes wrong at which request; which of two requests comes first, two
 * processes decide between them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { draw } from '../../lib/local/model/draw.ts';
import { startModel } from '../../lib/local/model/model.ts';
import { badDay, goodDay, type Latency } from '../../lib/local/model/settings.ts';
import { aws } from '../api/support/aws.ts';
import { startEngine } from '../api/support/engine.ts';
import { printTable } from '../api/support/table.ts';
import { audit } from './audit.ts';
import { makeBook } from './book.ts';
import { asking } from './client.ts';
import { type Machine, startMachine } from './machine.ts';
import { open, operate, type Play } from './operations.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    operations: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '48' },
    crashes: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const operations = Number(values.operations);
const clients = Number(values.clients);
/** One in so many operations ends with a crash. */
const crashEvery = Number(values.crashes || 2000);

const quick: Latency = { median: 0, spread: 0, tail: { chance: 0, times: 1 } };
const quiet = {
  ...goodDay,
  latency: { transaction: quick, write: quick, read: quick },
  partition: { write: 1e9, read: 1e9, burstSeconds: 1 },
  indexLag: 0,
  staleness: 0,
};

console.log(`Seed ${seed}: ${operations} operations of ${clients} clients`);
const started = performance.now();
const engine = await startEngine();
const model = await startModel({ engine: engine.endpoint, seed, settings: badDay });
const machine = await startMachine(model.endpoint);
const counts = new Map<string, number>();
const book = makeBook();
const play: Play = {
  seed,
  book,
  ask: asking(machine),
  count: (name) => counts.set(name, (counts.get(name) ?? 0) + 1),
};

let failed = false;
try {
  await open(play, 16);
  await run();
  const seconds = (performance.now() - started) / 1000;
  model.settings = quiet;
  await workedOff(machine);
  const wrongs = [...book.wrongs, ...(await audit(await machine.florin(), book))];
  report(seconds);
  failed = wrongs.length > 0;
  for (const what of wrongs.slice(0, 50)) console.log(`WRONG: ${what}`);
  console.log(
    failed
      ? `${wrongs.length} wrong. Again: npm run simulate -- --seed ${seed} --operations ${operations}`
      : `Nothing is wrong with ${book.payments.length} payments.`,
  );
} finally {
  await machine.stop();
  await model.stop();
  await engine.stop();
}
process.exit(failed ? 1 : 0);

async function run(): Promise<void> {
  let next = 0;
  let crashing: Promise<void> | undefined;
  const client = async () => {
    while (next < operations) {
      const n = next++;
      if (n % 1000 === 0) progress(n);
      if (draw(seed, 'crash', n) < 1 / crashEvery)
        crashing ??= machine.crash().finally(() => {
          crashing = undefined;
        });
      await operate(play, n);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await crashing;
}

function progress(n: number): void {
  const seconds = (performance.now() - started) / 1000;
  const wrong = book.wrongs.length > 0 ? `, ${book.wrongs.length} wrong: ${book.wrongs.at(-1)}` : '';
  console.log(`${seconds.toFixed(0)} s: ${n} operations, ${machine.crashes} crashes${wrong}`);
}

/** Until every event and every payout has been worked off. */
async function workedOff({ florin }: Machine): Promise<void> {
  const { waiting } = aws((await florin()).aws);
  for (const queue of ['AcquirerEvents', 'Payouts'])
    for (let n = 0; (await waiting(queue)) > 0; n++) {
      if (n > 1200) throw new Error(`${queue} is not worked off`);
      await sleep(200);
    }
  for (const queue of ['AcquirerEventDeadLetters', 'ScheduleDeadLetters']) {
    const given = await waiting(queue);
    if (given > 0) book.wrongs.push(`${given} messages were given up: ${queue}`);
  }
}

function report(seconds: number): void {
  const faults = [...model.counters.faults].map(([name, count]) => `${name} ${count}`).join(', ');
  const total = [...model.counters.operations.values()];
  const of = (what: 'attempts' | 'conflicts' | 'throttles') => total.reduce((sum, one) => sum + one[what], 0);
  printTable(
    `${operations} operations in ${seconds.toFixed(0)} s, ${machine.crashes} crashes`,
    ['what was told', 'times'],
    [...counts].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  console.log(`\nDynamoDB: ${of('attempts')} requests, ${of('conflicts')} conflicts; ${faults}`);
}
