import { eachMerchant } from '#jobs/each-merchant.ts';
import { log } from '#observability/log.ts';
import { embedded } from '#observability/metrics.ts';
import { findMerchant } from '#store/merchants.ts';
import { reconcile } from '#usecases/reconcile.ts';

/** In milliseconds: each night looks at what the ones before have looked at too, as entries may be written late. */
const window = 3 * 24 * 60 * 60 * 1000;

/**
 * Looks whether each entry in an acquirer's books has its line in the merchant's ledger, and writes that of what was
 * booked beside payments. What differs raises an alarm and changes nothing.
 */
export const handler = eachMerchant({
  name: 'ReconcileAcquirer',
  skip: ({ test }) => test,
  async work(merchantId, time) {
    const merchant = await findMerchant(merchantId);
    if (!merchant?.acquirer) return;
    const now = time.getTime();
    const { connected = 0 } = merchant.acquirer;
    const since = Math.max(now - window, connected);
    const { differences } = await reconcile(merchant, merchant.acquirer, since, now);
    for (const { entry, lineId } of differences)
      log('error', {
        merchantId,
        entry,
        lineId,
        ...embedded({ name: 'ReconciliationDifferences', value: 1 }),
      });
  },
});
