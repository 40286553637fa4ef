import type { Id } from '#domain/id.ts';
import { found } from '#domain/outcome.ts';
import { getWebhook } from '#store/webhooks.ts';
import { asMember } from '../accounts/membership.ts';

/**
 * What was read of a merchant's endpoint, for a member of the merchant.
 *
 * @throws NotFound where the merchant has no such endpoint, NoAccess
 */
export async function ofWebhook<T>(
  { merchantId, webhookId }: { merchantId: Id; webhookId: Id },
  appId: Id,
  reading: Promise<T>,
): Promise<T> {
  const all = Promise.all([reading, getWebhook(merchantId, webhookId)]);
  const [value, webhook] = await asMember(merchantId, appId, all);
  found(webhook);
  return value;
}
