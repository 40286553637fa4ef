import { hasReceipt } from '#domain/transactions/receipt.ts';
import { languageFor } from '#http/request/request-language.ts';
import { languages } from '#messages/languages.ts';
import { merchantLocale } from '#messages/merchant-language.ts';
import { askForReceipt } from '#store/mail/receipts.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { transactionKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/read.ts';
import { getLink } from '#store/transactions/links.ts';
import { headerOfImage } from '#store/transactions/transactions.ts';

/**
 * Asks for the receipt of a new payment if its page has asked the customer for an e-mail address. Florin mails it as it mails
 * any receipt: once to each address, within the quotas. An address that a shop sends of its own accord gets no mail, because
 * the shop mails its customers itself. A payment whose capture is still open gets its receipt when the capture has succeeded.
 */
export async function askForGivenReceipt(now: Item | undefined, before: Item | undefined): Promise<void> {
  if (now?.sk !== transactionKey('').sk || !(before === undefined || (before.operation && !now.operation)))
    return;
  const transaction = headerOfImage(now);
  const { id, merchantId, linkId, payer } = transaction;
  if (!payer?.email || transaction.operation || !hasReceipt(transaction)) return;
  const [merchant, link] = await Promise.all([
    findMerchant(merchantId),
    linkId === undefined ? undefined : getLink(linkId),
  ]);
  if (!merchant || !(link?.ask ?? merchant.ask)?.includes('email')) return;
  const spoken = payer.language || merchantLocale(merchant.company.country);
  const { name: language, locale } = languageFor(spoken, languages, link?.locale);
  await askForReceipt(id, payer.email, { merchantId, language, locale });
}
