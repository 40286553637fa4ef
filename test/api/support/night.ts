import { aws } from './aws.ts';
import type { Florin } from './florin.ts';

/**
 * Compares a merchant's ledger with its acquirer's books, as each night does.
 *
 * @param now the acquirer's clock, milliseconds since 1970
 * @returns what it tells of
 */
export async function nightOf(florin: Florin, merchantId: string, now = Date.now()): Promise<unknown[]> {
  const before = florin.log().length;
  // As of tomorrow: what is younger than an hour may be on its way.
  const time = new Date(now + 24 * 60 * 60 * 1000).toISOString();
  const done = await aws(florin.aws).invoke('ReconcileAcquirer', {
    Records: [{ messageId: 'night', body: JSON.stringify({ time, merchantId }) }],
  });
  const { batchItemFailures: failed } = (done.body ?? {}) as { batchItemFailures?: unknown[] };
  if (failed?.length !== 0) throw new Error(JSON.stringify(done));
  return florin
    .log()
    .slice(before)
    .split('\n')
    .flatMap((line) => (line.includes('ReconciliationDifferences') ? [JSON.parse(line)] : []));
}
