import type { Id } from '#domain/id.ts';
import { mailboxOf, noticeQuotas } from '#domain/mail/mail-quotas.ts';
import { type Merchant, type Notifications, notificationsOf } from '#domain/merchants/merchant.ts';
import type { Addressee, Notice } from '#mail/notice.ts';
import type { Mail } from '#mail/ses.ts';
import { unvouchedQuotas } from '#mail/unvouched-quotas.ts';
import type { LanguageName } from '#messages/languages.ts';
import { merchantLanguage, merchantLocale } from '#messages/merchant-language.ts';
import type { NoticeMessages } from '#messages/messages.ts';
import { log } from '#observability/log.ts';
import { withheldMail } from '#observability/metrics.ts';
import { getApp } from '#store/merchants/apps.ts';
import { founderOf } from '#store/merchants/founders.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { noticeKey } from '#store/table/keys.ts';
import { mailOnce } from './mail-once.ts';
import { merchantPages, readersOf } from './readers.ts';

interface News {
  /** The merchant, or its id. */
  merchant: Merchant | Id;
  /** The setting, and each user's choice, that turns the mail on or off. If absent, everybody gets the mail. */
  kind?: keyof Notifications;
  /** Identifies the content. Each member gets one mail with it. */
  about: string;
  /** Distinguishes a second attempt from a second mail. */
  event: string;
  /** Writes the mail; undefined if there is nothing to say. */
  write(to: Addressee & { merchant: Merchant }): Promise<Notice | undefined>;
}

/**
 * Mails a merchant about its account: to the merchant's own address, if the merchant's settings allow it, and to each
 * user who has not turned this kind off. Each mailbox gets one mail, in the language of the company's country. If a
 * mail is not sent, the log says why, without the address.
 */
export async function mailMerchant(
  { merchant: given, kind, about, event, write }: News,
  messagesIn: (language: LanguageName) => NoticeMessages,
): Promise<void> {
  const merchant = typeof given === 'string' ? await findMerchant(given) : given;
  if (!merchant) return;
  const addresses = await addressesOf(merchant, kind);
  if (addresses.length === 0) return;
  const { country } = merchant.company;
  const messages = messagesIn(merchantLanguage(country));
  const pages = merchantPages(merchant.id);
  const notice = await write({ merchant, messages, locale: merchantLocale(country), pages });
  if (notice) await mailAll({ merchant, about, event }, addresses, (to) => ({ ...notice, to }));
}

/** Sends a notice to each of these addresses, once and within the quotas of notices. */
export async function mailAll(
  { merchant, about, event }: { merchant: Merchant } & Pick<News, 'about' | 'event'>,
  addresses: readonly string[],
  mailTo: (email: string) => Mail,
): Promise<void> {
  const { id: merchantId } = merchant;
  const known = await isKnown(merchant);
  const send = (email: string) => {
    const mailing = { key: noticeKey(merchantId, about, email), event };
    const quotas = noticeQuotas({ merchantId, email, known }, unvouchedQuotas);
    return mailOnce(mailing, quotas, mailTo(email));
  };
  const ends = await Promise.allSettled(addresses.map(send));
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    if (end.value) log('info', { requestId: event, merchantId, ...withheldMail(end.value) });
  }
}

/**
 * Returns each mailbox once. A user's own choice decides for the user's mailbox, also if it is the merchant's address.
 *
 * @param kind undefined for mails that nobody can turn off
 */
async function addressesOf(merchant: Merchant, kind: keyof Notifications | undefined): Promise<string[]> {
  const { readers, others } = await readersOf(merchant, kind);
  const addresses = new Map(readers.map((email) => [mailboxOf(email), email]));
  const { email } = merchant;
  const own = mailboxOf(email);
  const isOn = kind === undefined || notificationsOf(merchant)[kind];
  if (isOn && !addresses.has(own) && !others.has(own)) addresses.set(own, email);
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
