import { day } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { keyEnds } from '#mail/notice.ts';
import type { LanguageName } from '#messages/languages.ts';
import { merchantLanguage, merchantLocale } from '#messages/merchant-language.ts';
import type { NoticeMessages } from '#messages/messages.ts';
import { keyEndsWithin, noteWarned } from '#store/merchants/key-ends.ts';
import { appMembershipOf } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { mailAll } from './mail-merchant.ts';
import { merchantPages, ownersOf } from './readers.ts';

/** How long before the end of a key its owners get a mail, in milliseconds. */
const notice = 7 * day;

/**
 * Mails a merchant's owners about each key that ends within a week, once for each key and end. The end is marked after the
 * mails. A run that fails between them is repeated, and the records of the mails prevent a second one.
 */
export async function warnOfKeyEnds(
  merchantId: Id,
  now: Date,
  messagesIn: (language: LanguageName) => NoticeMessages,
): Promise<void> {
  const due = await keyEndsWithin(merchantId, now.getTime(), notice);
  if (due.length === 0) return;
  const merchant = await findMerchant(merchantId);
  if (!merchant) return;
  const { country } = merchant.company;
  const messages = messagesIn(merchantLanguage(country));
  const to = { merchant, messages, locale: merchantLocale(country), pages: merchantPages(merchantId) };
  const owners = await ownersOf(merchant);
  for (const key of due) {
    const app = await appMembershipOf(merchantId, key.appId);
    if (app?.expiresAt !== key.end) continue;
    const about = `key ${app.id} ends ${key.end}`;
    const mail = keyEnds(to, { ...app, end: key.end });
    await mailAll({ merchant, about, event: about }, owners, (email) => ({ ...mail, to: email }));
    await noteWarned(merchantId, key);
  }
}
