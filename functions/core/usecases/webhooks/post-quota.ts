import { requireVariable } from '#aws/environment.ts';
import type { Webhook } from '#domain/webhooks/webhook.ts';
import { getApp } from '#store/apps.ts';
import { countPost } from '#store/posts.ts';

/** Posts a day of a merchant to addresses that are not verified: their owners may not want any. */
const mostUnverified = 50;

/** Posts a day of test merchants whose apps nobody vouches for: of each merchant, and of all together. */
const mostOfStrangers = {
  merchant: Number(requireVariable('UNVOUCHED_MERCHANT_POSTS')),
  all: Number(requireVariable('UNVOUCHED_POSTS')),
};

/** One counter for all strangers would be a hot item: there are sixteen, each for its part. */
const parts = 16;

/** Counts a post that is about to be made. @returns whether the quotas of today have room for it */
export async function admitPost({ merchantId, test, appId, challenge }: Webhook): Promise<boolean> {
  if (challenge !== undefined && !(await countPost(`unverified#${merchantId}`, mostUnverified))) return false;
  if (!test || (await getApp(appId))?.vouched) return true;
  // None at all means none, also for the first post of a day.
  if (mostOfStrangers.merchant === 0 || mostOfStrangers.all === 0) return false;
  const part = Math.floor(Math.random() * parts);
  return (
    (await countPost(`merchant#${merchantId}`, mostOfStrangers.merchant)) &&
    (await countPost(`strangers#${part}`, Math.ceil(mostOfStrangers.all / parts)))
  );
}
