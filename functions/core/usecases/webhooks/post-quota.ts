import { numberVariable } from '#aws/environment.ts';
import type { Webhook } from '#domain/webhooks/webhook.ts';
import { getApp } from '#store/merchants/apps.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { countPost } from '#store/webhooks/post-counts.ts';

/**
 * The most posts that a merchant sends to unverified endpoints in a day. The owners of these servers may not want
 * any posts.
 */
const mostUnverified = 50;

/**
 * The most posts in a day for merchants of strangers, whose apps nobody vouches for: for each merchant, and for all
 * of them together. Posts to all endpoints of test merchants count, and those to unverified endpoints of live
 * merchants that nobody has connected.
 */
const mostOfStrangers = {
  merchant: numberVariable('UNVOUCHED_MERCHANT_POSTS'),
  all: numberVariable('UNVOUCHED_POSTS'),
};

/** Sixteen counters share the quota of all strangers, as one counter would be a hot item. */
const parts = 16;

/**
 * Counts a post before it is sent.
 *
 * @returns whether the quotas of the day have room for it
 */
export async function admitPost({ merchantId, test, appId, challenge }: Webhook): Promise<boolean> {
  if (challenge !== undefined && !(await countPost(`unverified#${merchantId}`, mostUnverified))) return false;
  // Anybody can make any number of live merchants, and name somebody else's server.
  if (!test && (challenge === undefined || (await findMerchant(merchantId))?.acquirer)) return true;
  if ((await getApp(appId))?.vouched) return true;
  // With a quota of 0 the counter would still admit the first post of a day.
  if (mostOfStrangers.merchant === 0 || mostOfStrangers.all === 0) return false;
  const part = Math.floor(Math.random() * parts);
  return (
    (await countPost(`merchant#${merchantId}`, mostOfStrangers.merchant)) &&
    (await countPost(`strangers#${part}`, Math.ceil(mostOfStrangers.all / parts)))
  );
}
