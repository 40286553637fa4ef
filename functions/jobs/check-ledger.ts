import { eachMerchant } from '#jobs/each-merchant.ts';
import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';
import { checkLedger } from '#usecases/ledger/check-ledger.ts';

/**
 * Checks every merchant's ledger: the balance is the sum of the lines, each line is right in double entry, and each
 * payout is the sum of its lines. A difference means an error in Florin, or a change of the table by hand. It raises
 * an alarm and changes nothing.
 */
export const handler = eachMerchant({
  name: 'CheckLedger',
  ledgersOnly: true,
  async work(merchantId, time) {
    await checkLedger(merchantId, time.getTime(), (mismatch) =>
      log('error', { merchantId, ...mismatch, ...embeddedMetrics({ name: 'LedgerMismatch', value: 1 }) }),
    );
  },
});
