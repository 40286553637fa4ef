import { jobs } from '../../../lib/jobs.ts';
import { polledSourcesOf } from '../../../lib/stack/jobs/event-sources.ts';
import { printTable } from '../../api/support/table.ts';
import type { Used } from './laboratory.ts';

/** The values that this machine cannot measure. Times are in milliseconds. */
export const assumptions = {
  /** A request to DynamoDB or SQS within a region. */
  request: 5,
  /** An answer of the acquirer, and of a merchant's server. */
  acquirer: 300,
  server: 200,
  /** Lambda reads a shard of the stream four times a second. A message waits for others this long at most. */
  streamPoll: 250,
  together: 500,
  /**
   * In GB, as in `lib/stack/function.ts`. Lambda gives a whole CPU to 1,769 MB, and the CPU of this machine counts as
   * one.
   */
  memory: 0.5,
  cpu: 512 / 1769,
  /** The number of past nights whose entries the reconciliation of each night compares. */
  nights: 4,
};

/** AWS's limits: write units a second of a partition key, and the most bytes of an event, which are 6 MB. */
const partitionWrites = 1000;

/** US dollars, eu-west-1, list prices of early 2026. */
const prices = {
  readUnit: 0.1415e-6,
  writeUnit: 0.705e-6,
  sqsRequest: 0.4e-6,
  lambdaRequest: 0.2e-6,
  gigabyteSecond: 0.0000133334,
};

/** The use of a job for one item of its work. */
export interface Figures {
  job: string;
  of: string;
  calls: number;
  read: number;
  write: number;
  /** Requests to SQS by the job, without those by which Lambda polls. */
  requests: number;
  /** Requests to the acquirer. */
  acquirer: number;
  /** In milliseconds. */
  cpu: number;
  /** Requests that follow each other for one item, if an invocation works on all its items at the same time. */
  chain: number;
  /** The items that an invocation works on one after the other; absent if it works on all at the same time. */
  inTurn?: number;
}

interface Polled {
  batchSize: number;
  /** Simultaneous invocations, of a queue or of each shard of the stream. */
  atOnce: number;
}

const nameOf = ({ job }: Figures) => job.split(',', 1)[0];

function pollingOf(figures: Figures): Polled {
  const trigger = jobs.find(({ name }) => name === nameOf(figures))?.trigger;
  const [source] = trigger ? polledSourcesOf(trigger) : [];
  if (!source) throw new Error(`${figures.job} has no source`);
  if ('queue' in source) return { batchSize: source.batchSize, atOnce: source.atOnce ?? 1000 };
  return 'changed' in source
    ? { batchSize: source.batchSize, atOnce: source.atOnce ?? 1 }
    : { batchSize: 10, atOnce: 1 };
}

/** The duration of an invocation, in milliseconds. */
function durationOf({ job, cpu, chain, acquirer, inTurn = 0 }: Figures, things: number): number {
  const waiting = job === 'DeliverEvents' ? assumptions.server : acquirer * inTurn * assumptions.acquirer;
  return chain * assumptions.request + waiting + (things * cpu) / assumptions.cpu;
}

/** The number of items that a job handles in a second, with as many simultaneous invocations as its trigger allows. */
export function rateOf(figures: Figures): number {
  const { batchSize, atOnce } = pollingOf(figures);
  if (figures.inTurn) return (1000 * figures.inTurn) / durationOf(figures, figures.inTurn);
  return (1000 * atOnce * batchSize) / durationOf(figures, batchSize);
}

/** US dollars for one item. */
export function costOf(figures: Figures): number {
  const { batchSize } = pollingOf(figures);
  const things = figures.inTurn ?? batchSize;
  const polls = nameOf(figures) === 'PublishEvents' ? 0 : 2 / things;
  const seconds = durationOf(figures, things) / 1000;
  return (
    figures.read * prices.readUnit +
    figures.write * prices.writeUnit +
    (figures.requests + polls) * prices.sqsRequest +
    (prices.lambdaRequest + seconds * assumptions.memory * prices.gigabyteSecond) / things
  );
}

/** The keys of DynamoDB that many payments of one merchant share, with the write units of a payment. */
export function sharedKeys(runs: readonly Used[], payments: number): [key: string, units: number][] {
  const keys = new Map<string, number>();
  for (const { partitions } of runs)
    for (const [key, { write }] of partitions) keys.set(key, (keys.get(key) ?? 0) + write);
  return [...keys]
    .map(([key, units]): [string, number] => [key.replaceAll(/[0-9a-f]{24}/g, '<id>'), units / payments])
    .filter(([key, units]) => units > 0.1 && /webhook|deliver/.test(key))
    .sort(([, a], [, b]) => b - a);
}

/**
 * The seconds from a change until the merchant's server has its event, if the function has just begun another full batch:
 * the wait for that batch and for its own batch, for nine other messages, and for a place among the deliveries.
 */
function secondsToServer(published: Figures, delivered: Figures): number {
  const batch = durationOf(published, pollingOf(published).batchSize);
  const delivery = durationOf(delivered, pollingOf(delivered).batchSize);
  return (assumptions.streamPoll + 2 * batch + assumptions.together + 2 * delivery) / 1000;
}

const hours = (things: number, rate: number) => (things / rate / 3600).toFixed(1);
const whole = (number: number) => Math.floor(number).toLocaleString('en');

/** Prints the capacity of each job, with the code and the triggers as they are. */
export function printReach(all: readonly Figures[], keys: readonly [string, number][]): void {
  printTable(
    'What each job reaches',
    ['job', 'invocations at once', 'things in one', 'a second', 'a day', 'hours for 10 million'],
    all.map((figures) => {
      const { batchSize, atOnce } = pollingOf(figures);
      const rate = rateOf(figures);
      return [
        figures.job === 'PublishEvents' ? 'PublishEvents, a shard' : figures.job,
        figures.inTurn ? 1 : atOnce,
        figures.inTurn ?? batchSize,
        whole(rate),
        whole(rate * 86_400),
        hours(10_000_000, rate),
      ];
    }),
  );
  printTable(
    'The keys that all payments of one merchant with one endpoint share',
    ['key', 'write units a payment', 'payments a second it allows'],
    keys.map(([key, units]) => [key, units.toFixed(2), whole(partitionWrites / units)]),
  );
  const [published, delivered] = ['PublishEvents', 'DeliverEvents'].map((name) =>
    all.find(({ job }) => job === name),
  );
  if (published && delivered)
    console.log(
      `\nFrom a change to the merchant's server, behind full batches: ${secondsToServer(published, delivered).toFixed(1)} s`,
    );
  const reconciled = all.find(({ job }) => job === 'ReconcileAcquirer');
  if (reconciled)
    console.log(
      `\nReconcileAcquirer compares each entry in ${assumptions.nights} nights: ${whole((rateOf(reconciled) * 86_400) / assumptions.nights)} new entries a day of one account.`,
    );
  console.log(`\nAssumptions: ${JSON.stringify(assumptions)}`);
}
