import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { requireFound } from '#domain/outcome.ts';
import { getWebhook } from '#store/webhooks/webhooks.ts';
import { asMember } from '../accounts/membership.ts';

/**
 * Returns an endpoint, or a part of it, if the app is a member of the endpoint's merchant.
 *
 * @throws NotFound if the merchant has no such endpoint, NoAccess
 */
export async function ofWebhook<T>(
  { merchantId, webhookId }: { merchantId: Id; webhookId: Id },
  caller: Caller,
  reading: Promise<T>,
): Promise<T> {
  const all = Promise.all([reading, getWebhook(merchantId, webhookId)]);
  const [value, webhook] = await asMember(merchantId, caller, all);
  requireFound(webhook);
  return value;
}
