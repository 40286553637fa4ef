import { inSections, type Range, timeOf } from '../../functions/console/client/lists/whole-list.ts';
import { printRows } from '../../functions/core/basics/csv.ts';
import { firstIdAt } from '../../functions/core/domain/id.ts';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import type { Properties } from '../../lib/local/template.ts';
import { startEngine } from '../api/support/engine.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { type EngineProxy, startProxy } from '../api/support/proxy.ts';
import { printTable } from '../api/support/table.ts';
import { world } from '../api/support/world.ts';
import { median } from './median.ts';
import { seed } from './search.ts';

const sizes = (process.env.EXPORT ?? '100,100000').split(',').map(Number);
const rounds = 15;

/** A page of the console's list, and one of its export. */
const [page, atOnce] = [26, 1000];

/**
 * Measures the list of payments and a whole export over HTTP, for a merchant with few and one with many payments. One
 * Florin is timed, and another one counts its calls, as counting takes time itself.
 */
export async function benchExport(): Promise<void> {
  const engine = await startEngine();
  const proxy = await startProxy(engine.endpoint);
  const startAt = (endpoint: string) =>
    startFlorin(['--memory'], { DYNAMODB_ENDPOINT: endpoint, FLORIN_TRIGGERS: 'off' });
  // The first one makes the table.
  const timed = await startAt(engine.endpoint);
  const counted = await startAt(proxy.endpoint);
  Object.assign(process.env, { TABLE_NAME: 'florin', AWS_REGION: 'eu-west-1' });
  try {
    const rows: string[][] = [];
    for (const size of sizes) {
      const { shop, authorized } = world(timed);
      const { key, merchant } = await shop();
      await seed(callEngine(engine.endpoint), merchant.id, await authorized(merchant, 1000), size, false);
      const listOf = (florin: Florin) => {
        const { api } = world(florin);
        return async (limit: number, range: Record<string, string> = {}): Promise<Properties[]> => {
          const query = { limit, ...range };
          const answer = await api('GET', `/merchants/${merchant.id}/transactions`, { key, query });
          if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
          return answer.body;
        };
      };
      // Each copy is one minute older than the previous copy, so that all copies are older than the merchant.
      const oldest = firstIdAt(Date.now() - size * 60_000);
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await measure(() => listOf(timed)(page)));
      proxy.reset();
      await listOf(counted)(page);
      rows.push(['first page of the list', String(size), ...figures(proxy, median(times))]);
      const time = await measure(() => exportAll(listOf(timed), oldest));
      proxy.reset();
      await exportAll(listOf(counted), oldest);
      rows.push(['export', String(size), ...figures(proxy, time)]);
    }
    const columns = ['request', 'payments', 'read units', 'calls of DynamoDB', 'ms'];
    printTable(`Payments over HTTP, the page is the median of ${rounds}`, columns, rows);
  } finally {
    await Promise.all([timed.stop(), counted.stop()]);
    await proxy.stop();
    await engine.stop();
  }
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const figures = (proxy: EngineProxy, ms: number): string[] => [
  String(proxy.units().read),
  String(proxy.calls.length),
  ms.toFixed(0),
];

type List = (limit: number, range?: Record<string, string>) => Promise<Properties[]>;

/** Reads the list in sections, and prints its rows, as the console does. */
async function exportAll(list: List, merchantId: string): Promise<void> {
  const open = ({ from, to, before: first }: Range) => {
    let before = first;
    let hasEnded = false;
    const next = async () => {
      if (hasEnded) return undefined;
      const part = await list(atOnce, {
        ...(from !== undefined && { 'filter[from]': new Date(from).toISOString() }),
        ...(to !== undefined && { 'filter[to]': new Date(to).toISOString() }),
        ...(before && { before }),
      });
      before = part.at(-1)?.id;
      hasEnded = before === undefined;
      return part as { id: string }[];
    };
    return { next };
  };
  const { signal } = new AbortController();
  await inSections(open, timeOf(merchantId), atOnce).read(signal, (part) => {
    printRows((part as Properties[]).map((one) => [one.id, one.created, one.currency, one.amount]));
  });
}
