import type { Id } from '../../../functions/core/domain/id.ts';
import { printTable } from '../../api/support/table.ts';
import { median } from '../median.ts';
import { costOf, type Figures, printReach, sharedKeys } from './figures.ts';
import { type Laboratory, startLaboratory, type Used } from './laboratory.ts';
import { loadSubjects, recordsOfPayments } from './subjects.ts';

const rounds = 4;
/** The first rounds, in which Node.js has not optimized the code yet. */
const warm = 1;

/** The records in a batch of the stream, merchants in a round, and merchants in a page of the list. */
const [batch, merchants, listed] = [100, 125, 1000];
/** The lines of a busy merchant, and the entries of an account. */
const [lines, entries] = [1000, 200];

/**
 * Runs the jobs whose work grows with the number of payments and merchants, and counts their requests, units and CPU
 * time. Then computes their capacity and cost, by AWS's limits and by the assumptions in `figures.ts`.
 */
export async function benchScale(): Promise<void> {
  const laboratory = await startLaboratory();
  try {
    const { figures, used } = await measureWebhooks(laboratory);
    const all = [...figures, ...(await measureMerchants(laboratory))];
    printTable(
      `What each job uses, the median of ${rounds - warm} rounds`,
      ['job', 'for each', 'calls', 'read units', 'write units', 'SQS requests', 'CPU ms', 'USD a million'],
      all.map((one) => [
        ...[one.job, one.of],
        ...[one.calls, one.read, one.write, one.requests, one.cpu].map((number) => number.toFixed(2)),
        (costOf(one) * 1e6).toFixed(2),
      ]),
    );
    printReach(all, sharedKeys(used, ((rounds - warm) * batch) / 2));
  } finally {
    await laboratory.stop();
  }
}

/** Publishes the events of payments, two of each, and delivers them. */
async function measureWebhooks(laboratory: Laboratory) {
  const records = await recordsOfPayments(laboratory, (rounds * batch) / 2 + 1);
  const published: Used[] = [];
  const delivered: Used[] = [];
  const deliver = async ({ messages }: Used) => {
    const bodies = messages.map(({ body }) => body);
    const runs: Used[] = [];
    while (bodies.length > 0) runs.push(await laboratory.run('DeliverEvents', batchOf(bodies.splice(0, 10))));
    return runs;
  };
  for (let round = 0; round < rounds; round++) {
    const Records = records.slice(round * batch, (round + 1) * batch);
    const used = await laboratory.run('PublishEvents', { Records });
    published.push(used);
    delivered.push(...(await deliver(used)));
  }
  const alone = await laboratory.run('PublishEvents', { Records: records.slice(-1) });
  const [last] = await deliver(alone);
  return {
    figures: [
      figuresOf('PublishEvents', 'record of the stream', published, batch, { chain: alone.chain }),
      figuresOf('DeliverEvents', 'event to one endpoint', delivered, 10, { chain: last?.chain ?? 0 }),
    ],
    used: [...published.slice(warm), ...delivered.slice(warm * (batch / 10))],
  };
}

async function measureMerchants(laboratory: Laboratory): Promise<Figures[]> {
  const subjects = await loadSubjects(laboratory);
  const now = new Date().toISOString();
  const work = (job: string, ids: readonly Id[], time = now) =>
    laboratory.run(job, batchOf(ids.map((merchantId) => ({ time, merchantId }))));
  const repeat = async (run: () => Promise<Used>) => {
    const all: Used[] = [];
    while (all.length < rounds) all.push(await run());
    return all;
  };
  const ofEach = async (job: string, of: string): Promise<Figures> => {
    const all = await repeat(async () => work(job, await subjects.merchants(merchants, 1)));
    const { chain } = await work(job, await subjects.merchants(1, 1));
    return figuresOf(job, of, all, merchants, { chain });
  };
  const inTurn = (name: string, of: string, all: readonly Used[], things: number) =>
    figuresOf(name, of, all, things, { chain: all.at(-1)?.chain ?? 0, inTurn: things });

  const paid = await ofEach('PayOut', 'merchant');
  const checked = await ofEach('CheckLedger', 'merchant');
  const lists = await repeat(() => laboratory.run('PayOut', { time: now }));
  const busy = await repeat(async () => work('CheckLedger', await subjects.merchants(1, lines)));
  // Entries are compared when they are an hour old.
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString();
  const books = await repeat(async () => work('ReconcileAcquirer', [await subjects.account(entries)], later));
  return [
    paid,
    checked,
    inTurn('PayOut, its list', 'merchant', lists, listed),
    inTurn('CheckLedger, busy', 'line of one merchant', busy, lines),
    inTurn('ReconcileAcquirer', 'entry of one account', books, entries),
  ];
}

const batchOf = (bodies: readonly object[]) => ({
  Records: bodies.map((body, n) => ({ messageId: String(n), body: JSON.stringify(body) })),
});

function figuresOf(
  job: string,
  of: string,
  runs: readonly Used[],
  things: number,
  order: Pick<Figures, 'chain' | 'inTurn'>,
): Figures {
  const typical = (value: (run: Used) => number) => median(runs.slice(warm).map(value)) / things;
  return {
    ...{ job, of, ...order },
    calls: typical(({ calls }) => [...calls.values()].reduce((sum, number) => sum + number, 0)),
    read: typical(({ read }) => read),
    write: typical(({ write }) => write),
    requests: typical(({ requests }) => requests),
    acquirer: typical(({ acquirer }) => acquirer),
    cpu: typical(({ cpu }) => cpu),
  };
}
