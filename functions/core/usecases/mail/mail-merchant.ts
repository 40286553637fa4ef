import type { Id } from '#domain/id.ts';
import { noticeQuotas } from '#domain/mail/mail-quotas.ts';
import { mailboxOf } from '#domain/mail/mailbox.ts';
import { type Merchant, type Notifications, notificationsOf } from '#domain/merchants/merchant.ts';
import type { Addressee, Notice } from '#mail/notice.ts';
import { unvouchedQuotas } from '#mail/unvouched-quotas.ts';
import type { LanguageName } from '#messages/languages.ts';
import { merchantLanguage, merchantLocale } from '#messages/merchant-language.ts';
import type { NoticeMessages } from '#messages/messages.ts';
import { log } from '#observability/log.ts';
import { withheld } from '#observability/metrics.ts';
import { getApp } from '#store/apps.ts';
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
 * Mails a merchant about its account, if its notification settings allow it. Each user who is a member and the
 * merchant's own address get one mail, in the language of the company's country. If a mail is not sent, the log says
 * why, without the address.
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
  const send = (email: string) => {
    const mailing = { key: noticeKey(merchantId, about, email), event };
    const quotas = noticeQuotas({ merchantId, email, known }, unvouchedQuotas);
    return mailOnce(mailing, quotas, { ...notice, to: email });
  };
  const ends = await Promise.allSettled(addresses.map(send));
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    if (end.value) log('info', { requestId: event, merchantId, ...withheld(end.value) });
  }
}

/** Returns each mailbox once. */
async function addressesOf({ id, email }: Merchant): Promise<string[]> {
  const addresses = new Map([[mailboxOf(email), email]]);
  let users = 0;
  for await (const user of listUsers(id, { limit: mostUsers })) {
    addresses.set(mailboxOf(user.email), user.email);
    if (++users === mostUsers) break;
  }
  return [...addresses.values()];
}

/**
 * Whether an operator has connected the merchant with an acquirer, or vouches for the app that created the merchant.
 */
async function isKnown({ id, acquirer }: Merchant): Promise<boolean> {
  if (acquirer) return true;
  const founder = await founderOf(id);
  return founder !== undefined && ((await getApp(founder))?.vouched ?? false);
}
