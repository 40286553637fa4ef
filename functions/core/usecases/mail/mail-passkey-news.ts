import { consoleUrl } from '#aws/console-url.ts';
import type { PasskeyNews } from '#domain/console/passkey-news.ts';
import { passkeyQuotas } from '#domain/mail/mail-quotas.ts';
import { passkeyMail } from '#mail/passkey-mail.ts';
import { log } from '#observability/log.ts';
import { withheldMail } from '#observability/metrics.ts';
import { passkeyMailKey } from '#store/table/keys.ts';
import { mailOnce } from './mail-once.ts';

/** Mails a user about a change of their passkeys. If the quota withholds the mail, the log says why, without the address. */
export async function mailPasskeyNews(event: string, news: PasskeyNews): Promise<void> {
  const mail = passkeyMail(news, `${consoleUrl}/#/sessions`);
  const reason = await mailOnce({ key: passkeyMailKey(news.id), event }, passkeyQuotas(news), mail);
  if (reason) log('info', { requestId: event, userId: news.userId, ...withheldMail(reason) });
}
