import { continueWith, eachMerchant } from '#jobs/each-merchant.ts';
import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';
import { checkLedger, type Mismatch, type Rest } from '#usecases/ledger/check-ledger.ts';

/** In milliseconds. A ledger that takes longer is checked in several invocations. */
const longest = 60_000;

/**
 * Checks every merchant's ledger: the balance is the sum of the lines, the postings of each line sum to zero, and
 * each payout is the sum of its lines. A difference means an error in Florin, or that somebody has changed the
 * table by hand. It raises an alarm and changes nothing.
 */
export const handler = eachMerchant({
  name: 'CheckLedger',
  ledgersOnly: true,
  async work(merchantId, time, { rest }: { rest?: Rest }) {
    const logMismatch = (mismatch: Mismatch) =>
      log('error', { merchantId, ...mismatch, ...embeddedMetrics({ name: 'LedgerMismatch', value: 1 }) });
    const end = Date.now() + longest;
    const left = await checkLedger(merchantId, time.getTime(), logMismatch, { end, rest });
    if (left) await continueWith(merchantId, time, { rest: left });
  },
});
