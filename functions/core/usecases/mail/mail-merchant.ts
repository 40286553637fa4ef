import type { Id } from '#domain/id.ts';
import { mailboxOf } from '#domain/mail/mail.ts';
import { noticeQuotas } from '#domain/mail/mail-quotas.ts';
import { type Merchant, type Notifications, notificationsOf } from '#domain/merchants/merchant.ts';
import type { Addressee, Notice } from '#mail/notice.ts';
import { MailRefused } from '#mail/ses.ts';
import { unvouchedQuotas } from '#mail/unvouched-quotas.ts';
import type { LanguageName } from '#messages/languages.ts';
import { merchantLanguage, merchantLocale } from '#messages/merchant-language.ts';
import type { NoticeMessages } from '#messages/messages.ts';
import { log } from '#observability/log.ts';
import { withheld } from '#observability/metrics.ts';
import { getApp } from '#store/apps.ts';
import type { Reason } from '#store/mails.ts';
import { founderOf, listUsers } from '#store/members.ts';
import { findMerchant } from '#store/merchants.ts';
import { noticeKey } from '#store/table/keys.ts';
import { mailOnce } from './mail-once.ts';

interface News {
  merchantId: Id;
  /** The notification setting that turns the mail on or off. Without one, every merchant gets the mail. */
  kind?: keyof Notifications;
  /** Identifies the content. Each member gets one mail with it. */
  about: string;
  /** Distinguishes a second attempt from a second mail. */
  event: string;
  /** Writes the mail; undefined if there is nothing to say. */
  write(to: Addressee & { merchant: Merchant }): Promise<Notice | undefined>;
}

/** The most members who get the mail. */
const mostUsers = 20;

/**
 * Tells a merchant of its account by e-mail, if it has chosen so, or says in the log why not; never whom. The members who
 * are users hear of it, and the merchant's own address, each once, in the language of the company's country.
 */
export async function tellMerchant(
  { merchantId, kind, about, event, write }: News,
  messagesIn: (language: LanguageName) => NoticeMessages,
): Promise<void> {
  const merchant = await findMerchant(merchantId);
  if (!merchant || (kind && !notificationsOf(merchant)[kind])) return;
  const { country } = merchant.company;
  const messages = messagesIn(merchantLanguage(country));
  const notice = await write({ merchant, messages, locale: merchantLocale(country) });
  if (!notice) return;
  const [addresses, known] = await Promise.all([addressesOf(merchant), isKnown(merchant)]);
  const send = async (email: string): Promise<Reason | 'refused' | undefined> => {
    const mailing = { key: noticeKey(merchantId, about, email), event };
    const quotas = noticeQuotas({ merchantId, email, known }, unvouchedQuotas);
    return mailOnce(mailing, quotas, { ...notice, to: email }).catch((error) => {
      if (error instanceof MailRefused) return 'refused';
      throw error;
    });
  };
  const ends = await Promise.allSettled(addresses.map(send));
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    if (end.value) log('info', { requestId: event, merchantId, ...withheld(end.value) });
  }
}

/** One address a mailbox. */
async function addressesOf({ id, email }: Merchant): Promise<string[]> {
  const addresses = new Map([[mailboxOf(email), email]]);
  let users = 0;
  for await (const user of listUsers(id, { limit: mostUsers })) {
    addresses.set(mailboxOf(user.email), user.email);
    if (++users === mostUsers) break;
  }
  return [...addresses.values()];
}

/** An operator has connected it with an acquirer, or vouches for who made it. */
async function isKnown({ id, acquirer }: Merchant): Promise<boolean> {
  if (acquirer) return true;
  const founder = await founderOf(id);
  return founder !== undefined && ((await getApp(founder))?.vouched ?? false);
}
