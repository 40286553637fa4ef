import { printRows } from '../../functions/core/basics/csv.ts';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import type { Properties } from '../../lib/local/template.ts';
import { startEngine } from '../api/support/engine.ts';
import { startFlorin } from '../api/support/florin.ts';
import { type EngineProxy, startProxy } from '../api/support/proxy.ts';
import { printTable } from '../api/support/table.ts';
import { world } from '../api/support/world.ts';
import { median } from './median.ts';
import { seed } from './search.ts';

const sizes = (process.env.EXPORT ?? '100,100000').split(',').map(Number);
const rounds = 15;

/** A page of the console's list, and one of its export. */
const [page, atOnce] = [26, 1000];

/** Measures the list of payments and a whole export over HTTP, for a merchant with few and one with many payments. */
export async function benchExport(): Promise<void> {
  const engine = await startEngine();
  const proxy = await startProxy(engine.endpoint);
  const florin = await startFlorin(['--memory'], {
    DYNAMODB_ENDPOINT: proxy.endpoint,
    FLORIN_TRIGGERS: 'off',
  });
  Object.assign(process.env, { TABLE_NAME: 'florin', AWS_REGION: 'eu-west-1' });
  try {
    const rows: string[][] = [];
    for (const size of sizes) {
      const { api, shop, authorized } = world(florin);
      const { key, merchant } = await shop();
      await seed(callEngine(engine.endpoint), merchant.id, await authorized(merchant, 1000), size, false);
      const list = async (limit: number, before?: string): Promise<Properties[]> =>
        (
          await api('GET', `/merchants/${merchant.id}/transactions`, {
            key,
            query: { limit, ...(before && { before }) },
          })
        ).body;
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        proxy.reset();
        const started = performance.now();
        await list(page);
        times.push(performance.now() - started);
      }
      rows.push(['first page of the list', String(size), String(page), ...figures(proxy, median(times))]);
      proxy.reset();
      const started = performance.now();
      const count = await exportAll(list);
      rows.push(['export', String(size), String(count), ...figures(proxy, performance.now() - started)]);
    }
    const columns = ['request', 'payments', 'rows', 'read units', 'calls of DynamoDB', 'ms'];
    printTable(`Payments over HTTP, the page is the median of ${rounds}`, columns, rows);
  } finally {
    await florin.stop();
    await proxy.stop();
    await engine.stop();
  }
}

const figures = (proxy: EngineProxy, ms: number): string[] => [
  String(proxy.units().read),
  String(proxy.calls.length),
  ms.toFixed(0),
];

/** Reads page behind page, and prints their rows, as the console does. Returns the number of rows. */
async function exportAll(list: (limit: number, before?: string) => Promise<Properties[]>): Promise<number> {
  let count = 0;
  let part = await list(atOnce);
  while (part.length > 0) {
    const next = list(atOnce, part.at(-1)?.id);
    printRows(part.map((one) => [one.id, one.created, one.currency, one.amount, one.card.last4]));
    count += part.length;
    part = await next;
  }
  return count;
}
