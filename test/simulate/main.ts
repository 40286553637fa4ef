/**
 * `npx tsx test/simulate/main.ts --seed N --operations N`: many clients use a Florin on a DynamoDB model that fails often, while
 * Florin is killed now and then. Then an audit checks all results. Each round has separate data and a separate seed:
 * `--seed` for the first round, and one more for each next round. The first round with a fault ends the run with status
 * 1.
 *
 * The seed decides the requests and the failures. It does not decide the order of concurrent requests, which depends on
 * the timing of two processes.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionsOrUsage } from '../../lib/command-line.ts';
import { printTable } from '../api/support/table.ts';
import { playLiveRound } from './live/round.ts';
import { type Outcome, playRound } from './round.ts';

const usage =
  'npx tsx test/simulate/main.ts [--live] [--seed N] [--operations 20000] [--round 10000] [--clients 48] [--crashes 2000] [--days 3]';
const { values } = optionsOrUsage(usage, {
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    operations: { type: 'string', default: '20000' },
    round: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '48' },
    crashes: { type: 'string' },
    days: { type: 'string', default: '3' },
    live: { type: 'boolean', default: false },
  },
});
// A live operation sends several requests to an acquirer. Crashes must often enough come between two of these.
values.crashes ??= values.live ? '100' : '2000';
const number = (name: Exclude<keyof typeof values, 'live'>): number => {
  const value = Number(values[name]);
  const least = name === 'seed' ? 0 : 1;
  if (!Number.isSafeInteger(value) || value < least) throw new Error(`--${name} is no number from ${least}`);
  return value;
};
const seed = number('seed');
const operations = number('operations');
const size = Math.min(operations, number('round'));
const clients = number('clients');

const started = performance.now();
const say = (text: string) => console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`);

const outcomes: Outcome[] = [];
for (let done = 0; done < operations; done += size) {
  const one = seed + outcomes.length;
  say(`seed ${one}, ${size} operations of ${clients} clients`);
  const play = values.live ? playLiveRound : playRound;
  const round = { seed: one, operations: size, clients, crashEvery: number('crashes'), days: number('days') };
  const outcome = await play(round, say);
  outcomes.push(outcome);
  const { wrongs, payments } = outcome;
  if (wrongs.length === 0) {
    say(`nothing is wrong with ${payments} payments`);
    continue;
  }
  for (const wrong of wrongs.slice(0, 50)) console.log(`WRONG: ${wrong}`);
  const file = join(tmpdir(), `florin-simulate-${one}.log`);
  writeFileSync(file, outcome.log);
  say(`what Florin has said: ${file}`);
  say(`${wrongs.length} wrong. Again: npx tsx test/simulate/main.ts --seed ${one} --operations ${size}`);
  process.exitCode = 1;
  break;
}
report();

function report(): void {
  const counts = new Map<string, number>();
  const faults = new Map<string, number>();
  const add = (to: Map<string, number>, from: Map<string, number>) => {
    for (const [name, count] of from) to.set(name, (to.get(name) ?? 0) + count);
  };
  for (const outcome of outcomes) {
    add(counts, outcome.counts);
    add(faults, outcome.faults);
  }
  const total = (what: 'crashes' | 'payments' | 'requests' | 'conflicts') =>
    outcomes.reduce((sum, outcome) => sum + outcome[what], 0);
  const sorted = (of: Map<string, number>) => [...of].sort(([a], [b]) => (a < b ? -1 : 1));
  printTable('What clients were told', ['', 'times'], sorted(counts));
  printTable('What went wrong by itself', ['', 'times'], [...sorted(faults), ['crashes', total('crashes')]]);
  console.log(
    `\n${total('payments')} payments; ${total('requests')} requests to DynamoDB, ${total('conflicts')} in conflict`,
  );
}
