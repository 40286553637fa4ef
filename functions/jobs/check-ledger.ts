import { eachMerchant } from '#jobs/each-merchant.ts';
import { log } from '#observability/log.ts';
import { embedded } from '#observability/metrics.ts';
import { checkLedger } from '#usecases/reconciliation/check-ledger.ts';

/**
 * Looks whether every merchant's balance is the sum of its lines, as every movement of money leaves it, whether each line
 * is right in double entry, and whether each payout is the sum of its lines. What does not add up is an error in Florin, or a change of the table by hand: it raises an alarm and changes nothing.
 */
export const handler = eachMerchant({
  name: 'CheckLedger',
  ledgersOnly: true,
  async work(merchantId, time) {
    await checkLedger(merchantId, time.getTime(), (mismatch) =>
      log('error', { merchantId, ...mismatch, ...embedded({ name: 'LedgerMismatch', value: 1 }) }),
    );
  },
});
