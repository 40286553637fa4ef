import { setTimeout as sleep } from 'node:timers/promises';
import { draw } from '../../lib/local/model/draw.ts';
import { isWrite, type Model, startModel } from '../../lib/local/model/model.ts';
import { badDay, goodDay, type Latency } from '../../lib/local/model/settings.ts';
import { aws } from '../api/support/aws.ts';
import { makeClock } from '../api/support/clock.ts';
import { startEngine } from '../api/support/engine.ts';
import { audit } from './audit.ts';
import { makeBook } from './book.ts';
import { asking } from './client.ts';
import { type Machine, startMachine } from './machine.ts';
import { rows } from './methods.ts';
import { open, operate, type Play } from './operations.ts';

export interface Round {
  seed: number;
  operations: number;
  clients: number;
  /** Florin is killed once in this many operations, on average. */
  crashEvery: number;
  /** The number of days after the operations, each with a nightly comparison of the books. Only for live merchants. */
  days: number;
}

export interface Outcome {
  /** The faults, one line each. */
  wrongs: string[];
  /** Counts the outcomes of operations, by name. */
  counts: Map<string, number>;
  /** Counts the failures that the simulation caused, by kind. */
  faults: Map<string, number>;
  crashes: number;
  payments: number;
  /** Florin's log. */
  log: string;
  /** The requests to DynamoDB. */
  requests: number;
  conflicts: number;
}

const merchants = 16;

/** The longest time in minutes after which Florin gives a payment by a method up. */
const longest = 1 + Math.max(...rows.map(({ minutes, settles }) => minutes + settles));

const none: Latency = { median: 0, spread: 0, tail: { chance: 0, times: 1 } };

/** The settings of DynamoDB during the audit: no failures and no delays. */
export const quiet = {
  ...goodDay,
  latency: { transaction: none, write: none, read: none },
  partition: { write: 1e9, read: 1e9, burstSeconds: 1 },
  indexLag: 0,
  staleness: 0,
};

/** Starts new servers with new data, executes the operations of the round, and audits the results. */
export async function playRound(round: Round, progress: (text: string) => void): Promise<Outcome> {
  const { seed } = round;
  const engine = await startEngine();
  const model = await startModel({ engine: engine.endpoint, seed, settings: badDay });
  const clock = makeClock();
  const machine = await startMachine(model.endpoint, clock.env);
  const counts = new Map<string, number>();
  const book = makeBook();
  const play: Play = {
    seed,
    book,
    ask: asking(machine),
    count: (name) => counts.set(name, (counts.get(name) ?? 0) + 1),
  };
  try {
    await open(play, merchants);
    await run(round, machine, { book, operate: (n) => operate(play, n), progress });
    model.settings = quiet;
    // Florin gives up the payments by methods whose customers have not answered.
    await clock.moveTo(clock.now() + longest * 60_000);
    await invoke(machine, 'FinishOperations');
    const givenUp = await waitForQueues(machine, 'Payouts');
    await waitForWritesToEnd(model);
    const wrongs = [...givenUp, ...book.wrongs, ...(await audit(await machine.florin(), book))];
    return { wrongs, counts, ...(await summary(machine, model, book.payments.length)) };
  } finally {
    await machine.stop();
    await model.stop();
    await engine.stop();
  }
}

export async function summary({ crashes, log }: Machine, { counters }: Model, payments: number) {
  const operations = [...counters.operations.values()];
  return {
    crashes,
    log: await log(),
    faults: counters.faults,
    payments,
    requests: operations.reduce((sum, { attempts }) => sum + attempts, 0),
    conflicts: operations.reduce((sum, { conflicts }) => sum + conflicts, 0),
  };
}

/** Runs a job as its schedule does, and ignores errors, because a later run continues an interrupted one. */
export async function invoke(machine: Machine, job: string, event = {}): Promise<void> {
  const { aws: url } = await machine.florin();
  await aws(url)
    .invoke(job, event)
    .catch(() => {});
}

interface Running {
  book: { wrongs: string[] };
  /** Executes the operation with this number. */
  operate(n: number): Promise<void>;
  progress(text: string): void;
}

/** Lets the clients execute one operation after the other, and kills Florin now and then. */
export async function run(
  { seed, operations, clients, crashEvery }: Round,
  machine: Machine,
  { book, operate, progress }: Running,
): Promise<void> {
  let next = 0;
  let crashing: Promise<void> | undefined;
  const client = async () => {
    while (next < operations) {
      const n = next++;
      if (n % 1000 === 0 && n > 0) progress(`${n} operations, ${book.wrongs.length} wrong so far`);
      if (draw(seed, 'crash', n) < 1 / crashEvery)
        crashing ??= machine.crash().finally(() => {
          crashing = undefined;
        });
      await operate(n);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await crashing;
}

/** Milliseconds without a write, longer than the pause between two attempts of any request to DynamoDB. */
const stillness = 6_000;

/**
 * Waits until all writes have ended. Requests that clients gave up, and repeated messages, may still be in progress.
 */
export async function waitForWritesToEnd({ counters }: Model): Promise<void> {
  const writes = () =>
    [...counters.operations].reduce((sum, [name, { attempts }]) => sum + (isWrite(name) ? attempts : 0), 0);
  for (let seen = -1; seen !== writes(); ) {
    seen = writes();
    await sleep(stillness);
  }
}

/**
 * Waits until every event and every scheduled message is processed. First sends messages again that were given up while
 * DynamoDB failed.
 *
 * @param scheduled the queue of the only scheduled job that this round runs
 * @returns the messages that were given up after that, and the alarms
 */
export async function waitForQueues(
  { florin, log }: Machine,
  scheduled: 'Payouts' | 'Reconciliations',
): Promise<string[]> {
  const { waiting, redrive } = aws((await florin()).aws);
  const isEmpty = async (queue: string) => {
    for (let n = 0; (await waiting(queue)) > 0; n++) {
      if (n > 1800) return false;
      await sleep(200);
    }
    return true;
  };
  const queues = [
    ['AcquirerEvents', 'AcquirerEventDeadLetters'],
    [scheduled, 'ScheduleDeadLetters'],
  ] as const;
  // On a busy machine, requests to the engine can time out in a second or third round, too.
  for (let round = 0; round < 3; round++)
    for (const [queue, givenUp] of queues) {
      await redrive(givenUp, queue);
      if (!(await isEmpty(queue))) return [`${queue} is not worked off`];
    }
  // Each such alarm names an amount that is wrong for any request, and that Florin was about to write.
  const wrongs = (await log()).split('\n').filter((line) => line.includes('"BrokenInvariants"'));
  const final = [...queues.map(([, givenUp]) => givenUp), 'EventDeadLetters', 'MailDeadLetters'];
  for (const queue of final) {
    const count = await waiting(queue);
    if (count > 0) wrongs.push(`${count} messages were given up: ${queue}`);
  }
  return wrongs;
}
