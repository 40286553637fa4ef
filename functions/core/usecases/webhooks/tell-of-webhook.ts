import { mailboxOf } from '#domain/mail/mailbox.ts';
import type { Webhook } from '#domain/webhooks/webhook.ts';
import { webhookOff } from '#mail/webhook-off.ts';
import { merchantLanguage } from '#messages/merchant-language.ts';
import { messageReader } from '#messages/read-messages.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { mailMember } from '../mail/mail-member.ts';
import { mailAll } from '../mail/mail-merchant.ts';
import { noticesUrl, readersOf } from '../mail/readers.ts';

const messagesIn = messageReader<'page'>();

/**
 * Tells a merchant, and the users who have chosen this mail, that an endpoint was switched off, within the quotas of all
 * mail.
 *
 * @param event names the change
 */
export async function tellOfWebhook(webhook: Webhook, event: string): Promise<void> {
  const merchant = await findMerchant(webhook.merchantId);
  if (!merchant) return;
  const language = merchantLanguage(merchant.company.country);
  const mailTo = (email: string, settings?: string) =>
    webhookOff(email, merchant, webhook.id, language, messagesIn(language), settings);
  const { readers } = await readersOf(merchant, 'webhooks');
  const others = readers.filter((email) => mailboxOf(email) !== mailboxOf(merchant.email));
  const about = `webhook#${webhook.id}#${event}`;
  const settings = noticesUrl(merchant.id);
  await mailMember(event, webhook, mailTo(merchant.email));
  await mailAll({ merchant, about, event }, others, (email) => mailTo(email, settings));
}
