import { requireVariable } from '#aws/environment.ts';
import { mailQuotas } from '#domain/mail-quotas.ts';
import type { Webhook } from '#domain/webhook.ts';
import { sendMail } from '#mail/ses.ts';
import { webhookOff } from '#mail/webhook-off.ts';
import { log } from '#observability/log.ts';
import { withheld } from '#observability/metrics.ts';
import { getApp } from '#store/apps.ts';
import { admitMail } from '#store/mails.ts';
import { findMerchant } from '#store/merchants.ts';

const unvouched = {
  test: Number(requireVariable('UNVOUCHED_TEST_MAILS')),
  live: Number(requireVariable('UNVOUCHED_LIVE_MAILS')),
};

/** Tells a merchant that an endpoint was switched off, within the quotas of all mail. @param event names the change */
export async function tellOfWebhook(webhook: Webhook, event: string): Promise<void> {
  const { id, merchantId, test, appId } = webhook;
  const [merchant, app] = await Promise.all([findMerchant(merchantId), getApp(appId)]);
  if (!merchant) return;
  const { email, name } = merchant;
  const vouched = app?.vouched ?? false;
  const mail = { event, merchantId, test, userId: id, email, appId, vouched };
  const reason = await admitMail(mail, mailQuotas(mail, unvouched));
  if (reason) log('info', { requestId: event, merchantId, appId, ...withheld(reason) });
  else await sendMail(webhookOff(email, name ?? '', id));
}
