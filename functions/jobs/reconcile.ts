import { numberVariable } from '#aws/environment.ts';
import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { continueWith, eachMerchant } from '#jobs/each-merchant.ts';
import { log, logError } from '#observability/log.ts';
import { accountsOf, type ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { applyAccountEvent } from '#usecases/acquirer-events/apply-account-event.ts';
import { followDisputes } from '#usecases/acquirer-events/follow-disputes.ts';
import { followFraudWarnings } from '#usecases/acquirer-events/follow-fraud-warnings.ts';
import { followOldDisputes } from '#usecases/acquirer-events/follow-old-disputes.ts';
import { followPayouts } from '#usecases/acquirer-events/follow-payout.ts';
import { type Period, reconcile } from '#usecases/reconciliation/reconcile.ts';
import { reviewCases } from '#usecases/reconciliation/review-cases.ts';
import { reviewFigures } from '#usecases/reconciliation/review-figures.ts';

/** In milliseconds. After this time a run leaves the rest to another run. */
const longest = 1000 * numberVariable('RECONCILIATION_SECONDS');

interface Wanted {
  period?: Period;
  /** The accounts whose balance transactions and lines were already compared this night. */
  compared?: string[];
  /**
   * The page of disputes or fraud warnings to continue with, for each account and list by name. If set, all other work
   * of this night is done.
   */
  disputes?: Pages;
}

type Pages = Record<string, string | undefined>;

const nameOf = ({ acquirer, account = 'own' }: AcquirerAccount): string => `${acquirer}#${account}`;

/**
 * Compares the books of a merchant's accounts at acquirers with its ledger, and repairs differences. A difference that
 * it cannot repair becomes a case, which raises an alarm every night until an operator settles it. Another run
 * continues with an account that is too large for one run.
 */
export const handler = eachMerchant({
  name: 'ReconcileAcquirer',
  skip: ({ test }) => test,
  async work(merchantId: Id, time: Date, { period, compared = [], disputes }: Wanted) {
    const merchant = await findMerchant(merchantId);
    if (!merchant) return;
    const begun = Date.now();
    const end = begun + longest;
    const now = time.getTime();
    const accounts = await accountsOf(merchant);
    const shown = accounts.filter(({ retired }) => !retired);
    if (disputes) return followEach(shown, merchantId, time, end, disputes);
    const left = shown.filter((account) => !compared.includes(nameOf(account)));
    const done = [...compared];
    const failures: unknown[] = [];
    for (const account of left) {
      try {
        if (await reconcile(merchant, account, { now, end, period })) {
          done.push(nameOf(account));
          continue;
        }
      } catch (error) {
        // If an owner has disconnected one account, the others must still be compared and reviewed.
        failures.push(error);
        continue;
      }
      log('info', { merchantId, account: account.account, message: 'The next run goes on' });
      return continueWith(merchantId, time, { period, compared: done });
    }
    // The review of a busy account needs time of its own.
    if (left.length > failures.length && Date.now() > begun + longest / 2)
      return continueWith(merchantId, time, { period, compared: done });
    if (accounts.length > 0) {
      await reviewFigures(merchant, now, end);
      await reviewCases(merchant, accounts, now, end);
    }
    for (const account of shown) {
      await followPayouts(account, merchantId, now).catch((error) => logError(merchantId, error));
      // An event about the account may have been lost. Without this check, a lost event could keep the merchant's
      // payments stopped.
      await applyAccountEvent(account).catch((error) => logError(merchantId, error));
    }
    await followEach(shown, merchantId, time, end);
    // The error makes the queue deliver the message again.
    if (failures.length > 0) throw failures[0];
  },
});

/** The lists of an account that the books do not show, each with the suffix of its name in {@link Pages}. */
const lists = { '': followDisputes, '#old': followOldDisputes, '#frauds': followFraudWarnings };

/**
 * Follows the disputes, old disputes and fraud warnings of accounts. If there is not enough time, another run continues with the
 * remaining pages.
 *
 * @param pages the pages to continue with; absent for the first run
 */
async function followEach(
  accounts: readonly ConnectedAccount[],
  merchantId: Id,
  time: Date,
  end: number,
  pages?: Pages,
): Promise<void> {
  const disputes: Pages = {};
  for (const account of accounts)
    for (const [suffix, follow] of Object.entries(lists)) {
      const name = nameOf(account) + suffix;
      if (pages && !pages[name]) continue;
      disputes[name] = await follow(account, merchantId, time.getTime(), end, pages?.[name]).catch(
        (error) => {
          logError(merchantId, error);
          return undefined;
        },
      );
    }
  if (Object.values(disputes).some(Boolean)) await continueWith(merchantId, time, { disputes });
}
