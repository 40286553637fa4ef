import type { Webhook } from '#domain/webhook.ts';
import { webhookOff } from '#mail/webhook-off.ts';
import { findMerchant } from '#store/merchants.ts';
import { mailMember } from './mail-member.ts';

/** Tells a merchant that an endpoint was switched off, within the quotas of all mail. @param event names the change */
export async function tellOfWebhook(webhook: Webhook, event: string): Promise<void> {
  const merchant = await findMerchant(webhook.merchantId);
  if (!merchant) return;
  await mailMember(event, webhook, webhookOff(merchant.email, merchant.name ?? '', webhook.id));
}
