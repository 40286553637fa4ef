import type { Webhook } from '#domain/webhooks/webhook.ts';
import { webhookOff } from '#mail/webhook-off.ts';
import { merchantLanguage } from '#messages/merchant-language.ts';
import { messageReader } from '#messages/read-messages.ts';
import { findMerchant } from '#store/merchants.ts';
import { mailMember } from '../mail/mail-member.ts';

const messagesIn = messageReader<'page'>();

/** Tells a merchant that an endpoint was switched off, within the quotas of all mail. @param event names the change */
export async function tellOfWebhook(webhook: Webhook, event: string): Promise<void> {
  const merchant = await findMerchant(webhook.merchantId);
  if (!merchant) return;
  const language = merchantLanguage(merchant.company.country);
  const mail = webhookOff(merchant.email, merchant, webhook.id, language, messagesIn(language));
  await mailMember(event, webhook, mail);
}
