import { mailboxOf } from '#domain/mail/mail-quotas.ts';
import type { Webhook } from '#domain/webhooks/webhook.ts';
import { webhookOff } from '#mail/webhook-off.ts';
import { merchantLanguage } from '#messages/merchant-language.ts';
import { messageReader } from '#messages/read-messages.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { mailMember } from './mail-member.ts';
import { mailAll } from './mail-merchant.ts';
import { merchantPages, readersOf } from './readers.ts';

const messagesIn = messageReader<'page'>();

/**
 * Mails a merchant, and the users who have chosen this mail, that a webhook endpoint was switched off. The quotas
 * of mails limit these mails, too.
 *
 * @param event identifies the change of the endpoint
 */
export async function mailWebhookOff(webhook: Webhook, event: string): Promise<void> {
  const merchant = await findMerchant(webhook.merchantId);
  if (!merchant) return;
  const language = merchantLanguage(merchant.company.country);
  const mailTo = (email: string, pages?: string) =>
    webhookOff(email, merchant, webhook.id, language, messagesIn(language), pages);
  const { readers } = await readersOf(merchant, 'webhooks');
  const others = readers.filter((email) => mailboxOf(email) !== mailboxOf(merchant.email));
  const about = `webhook#${webhook.id}#${event}`;
  const pages = merchantPages(merchant.id);
  await mailMember(event, webhook, mailTo(merchant.email));
  await mailAll({ merchant, about, event }, others, (email) => mailTo(email, pages));
}
