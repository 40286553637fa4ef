import { aws } from './aws.ts';
import type { Florin } from './florin.ts';

/**
 * Compares a merchant's ledger with its acquirer's books, as the nightly job does.
 *
 * @param now the acquirer's clock, milliseconds since 1970
 * @returns the reported differences
 */
export async function nightOf(florin: Florin, merchantId: string, now = Date.now()): Promise<unknown[]> {
  const before = florin.log().length;
  // The time is tomorrow, because the job ignores entries younger than one hour, which may still be in progress.
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
