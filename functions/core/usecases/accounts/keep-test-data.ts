import { setTimeout as sleep } from 'node:timers/promises';
import { numberVariable } from '#aws/environment.ts';
import type { Id } from '#domain/id.ts';
import { foundedBy } from '#store/merchants/founders.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { hasLimits } from '#store/merchants/unvouched-writes.ts';
import { keepAll, releaseMerchant } from '#store/remove-expiry.ts';

/**
 * In milliseconds, longer than the time limit of each route's function, which is 25 seconds if the function asks an
 * acquirer. After this time, every request that read the merchant or its app before an operator vouched for the app has
 * ended, and the index lists what the request has written.
 */
const longestRequest = 1000 * numberVariable('FLORIN_VOUCH_SECONDS', 30);

/**
 * Keeps the test data of an app that an operator has vouched for. First makes Florin store new data without an expiry,
 * then removes the expiry from stored data, until a run finds nothing more.
 *
 * @returns the number of items that lost their expiry
 */
export async function keepTestData(appId: Id): Promise<number> {
  let kept = 0;
  // The last run must follow a wait, even if the first run finds nothing: a request that read the app before it was
  // vouched for may still make a merchant with limits.
  for (let hasWaited = !hasLimits(); ; hasWaited = true) {
    // Each run lists the merchants again: a request that read the app before it was vouched for may have made one since.
    const { merchants, released } = await releaseMerchants(appId);
    if (released) await sleep(longestRequest);
    let found = 0;
    for (const id of merchants) found += await keepAll(id);
    kept += found;
    if (found === 0 && !released && hasWaited) return kept;
    // A request that read a transaction's expiry before this run may have written a movement or an alert with it
    // since.
    if (found > 0 || !released) await sleep(longestRequest);
  }
}

/** @returns the merchants of the app, and whether one of them was limited until now */
async function releaseMerchants(appId: Id): Promise<{ merchants: Id[]; released: boolean }> {
  let released = false;
  const merchants: Id[] = [];
  for await (const id of foundedBy(appId)) {
    const merchant = await findMerchant(id);
    if (!merchant) continue;
    if (merchant.unvouched) {
      await releaseMerchant(merchant);
      released = true;
    }
    merchants.push(id);
  }
  return { merchants, released };
}
