import { numberVariable } from '#aws/environment.ts';
import { continueWith, eachMerchant } from '#jobs/each-merchant.ts';
import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';
import { eraseOldPayments } from '#usecases/customers/erase-old-payments.ts';
import { checkLedger, type Mismatch, type Rest } from '#usecases/ledger/check-ledger.ts';
import { SealConflict, type SealProgress, sealDays } from '#usecases/ledger/seal-days.ts';
import { sign } from '#vault/sign.ts';

/** In milliseconds. A ledger that takes longer is checked in several invocations. */
const longest = 60_000;

interface Message {
  rest?: Rest;
  /** The check has ended, and this is the day that is being sealed. */
  unsealed?: SealProgress;
  /** The sealing has ended too, and old payments are being erased. */
  aged?: true;
}

/** The months after which the personal data of payments are erased; 0 if they are kept. */
const keptMonths = numberVariable('KEEP_PERSONAL_DATA', 0);

/**
 * Checks every merchant's ledger: the balance is the sum of the lines, the postings of each line sum to zero, and
 * each payout is the sum of its lines. A difference means an error in Florin, or that somebody has changed the
 * table by hand. It raises an alarm and changes nothing.
 *
 * Then it seals the past days of the ledger and of the audit log, and erases the personal data of old payments.
 */
export const handler = eachMerchant({
  name: 'CheckLedger',
  ledgersOnly: true,
  async work(merchantId, time, { rest, unsealed, aged }: Message) {
    const raise = (found: Mismatch | { seal: string }) =>
      log('error', { merchantId, ...found, ...embeddedMetrics({ name: 'LedgerMismatch', value: 1 }) });
    const end = Date.now() + longest;
    if (!aged && !unsealed) {
      const left = await checkLedger(merchantId, time.getTime(), raise, { end, rest });
      if (left) return continueWith(merchantId, time, { rest: left });
    }
    try {
      const left = aged || (await sealDays(merchantId, time.getTime(), sign, { end, begun: unsealed }));
      if (left && left !== true) return continueWith(merchantId, time, { unsealed: left });
    } catch (error) {
      if (!(error instanceof SealConflict)) throw error;
      // Another attempt would find the same seal.
      raise({ seal: error.message });
    }
    const isLeft = await eraseOldPayments(merchantId, keptMonths, time.getTime(), { end, continued: aged });
    if (isLeft) await continueWith(merchantId, time, { aged: true });
  },
});
