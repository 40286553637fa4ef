import { requireVariable } from '#aws/environment.ts';
import type { Id } from '#domain/id.ts';
import { continueWith, eachMerchant } from '#jobs/each-merchant.ts';
import { log, logError } from '#observability/log.ts';
import { accountsOf, findMerchant } from '#store/merchants/merchants.ts';
import { followPayouts } from '#usecases/acquirer-events/follow-payout.ts';
import { type Period, reconcile } from '#usecases/reconciliation/reconcile.ts';
import { reviewCases } from '#usecases/reconciliation/review-cases.ts';
import { reviewFigures } from '#usecases/reconciliation/review-figures.ts';

/** In seconds: the time after which a run leaves the rest to the next run. */
const seconds = Number(requireVariable('RECONCILIATION_SECONDS'));

/**
 * Compares the books of a merchant's accounts at acquirers with its ledger, and repairs differences. A difference that
 * it cannot repair becomes a case, which raises an alarm every night until an operator settles it. Another run
 * continues with an account that is too large for one run.
 */
export const handler = eachMerchant({
  name: 'ReconcileAcquirer',
  skip: ({ test }) => test,
  async work(merchantId: Id, time: Date, { period }: { period?: Period }) {
    const merchant = await findMerchant(merchantId);
    if (!merchant) return;
    const end = Date.now() + seconds * 1000;
    const now = time.getTime();
    const accounts = await accountsOf(merchant);
    for (const account of accounts) {
      if (await reconcile(merchant, account, { now, end, period })) continue;
      log('info', { merchantId, account: account.account, message: 'The next run goes on' });
      await continueWith(merchantId, time, { period });
      return;
    }
    if (accounts.length > 0) {
      await reviewFigures(merchant, now, end);
      await reviewCases(merchant, accounts, now);
    }
    // Payouts that are not read tonight are read another night, for two weeks.
    for (const account of accounts)
      await followPayouts(account, now).catch((error) => logError(merchantId, error));
  },
});
