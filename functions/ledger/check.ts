import type { ScheduledEvent } from 'aws-lambda';
import { log } from '#http/log.ts';
import { embedded } from '#http/metrics.ts';
import { checkLedger } from '#store/ledger.ts';
import { merchantIds } from '#store/merchants.ts';

/**
 * Looks whether every merchant's balance is the sum of its lines, as every movement of money leaves it. What does not
 * add up is an error in Florin, or somebody's hand in the table: it raises an alarm and changes nothing.
 */
export async function handler({
  time,
}: Partial<ScheduledEvent>): Promise<{ merchants: number; mismatches: number }> {
  const now = time === undefined ? Date.now() : Date.parse(time);
  let [merchants, mismatches] = [0, 0];
  for await (const merchantId of merchantIds()) {
    merchants++;
    const difference = await checkLedger(merchantId, now);
    if (difference === 0) continue;
    mismatches++;
    log('error', { merchantId, difference, ...embedded({ name: 'LedgerMismatch', value: 1 }) });
  }
  log('info', { merchants, mismatches });
  return { merchants, mismatches };
}
