import { requireVariable } from '#aws/environment.ts';
import { mailQuotas } from '#domain/mail-quotas.ts';
import type { Webhook } from '#domain/webhook.ts';
import { webhookOff } from '#mail/webhook-off.ts';
import { log } from '#observability/log.ts';
import { withheld } from '#observability/metrics.ts';
import { getApp } from '#store/apps.ts';
import { invitationKey } from '#store/keys.ts';
import { findMerchant } from '#store/merchants.ts';
import { mailOnce } from './mail-once.ts';

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
  const quotas = mailQuotas({ merchantId, test, email, appId, vouched }, unvouched);
  const mailing = { key: invitationKey(merchantId, id), event };
  const reason = await mailOnce(mailing, quotas, webhookOff(email, name ?? '', id));
  if (reason) log('info', { requestId: event, merchantId, appId, ...withheld(reason) });
}
