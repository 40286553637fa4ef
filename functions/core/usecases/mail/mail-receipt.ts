import { posUrl } from '#aws/pos-url.ts';
import type { Id } from '#domain/id.ts';
import { receiptQuotas } from '#domain/mail/mail-quotas.ts';
import { logoPath } from '#domain/merchants/logo.ts';
import { forgottenAt, maskedAddress, type Receipts } from '#domain/transactions/receipt.ts';
import { type Receipt, receiptMail } from '#mail/receipt-mail.ts';
import { unvouchedQuotas } from '#mail/unvouched-quotas.ts';
import type { PageMessages } from '#messages/messages.ts';
import { log } from '#observability/log.ts';
import { withheldMail } from '#observability/metrics.ts';
import { getApp } from '#store/merchants/apps.ts';
import { founderOf } from '#store/merchants/founders.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { receiptMailKey } from '#store/table/keys.ts';
import { getLink } from '#store/transactions/links.ts';
import { getTransaction } from '#store/transactions/transactions.ts';
import { mailOnce } from './mail-once.ts';

/** A receipt to send, and its recipient. */
export interface ReceiptOrder {
  /** Distinguishes a second attempt from a second mail. */
  event: string;
  transactionId: Id;
  addresses: Iterable<string>;
  refund?: Receipt['refund'];
  /** The id of a mail that a user of the console has sent, which may repeat an earlier one. */
  again?: Id;
}

/**
 * Mails the receipt of a payment or of a refund. If a mail is not sent, the log says why, without the address. An
 * address that SES rejects does not stop the others.
 */
export async function mailReceipt(
  { event, transactionId, addresses, refund, again }: ReceiptOrder,
  { merchantId, locale }: Pick<Receipts, 'merchantId' | 'locale'>,
  messages: PageMessages,
): Promise<void> {
  const [merchant, transaction] = await Promise.all([
    findMerchant(merchantId),
    getTransaction(transactionId),
  ]);
  if (!merchant || !transaction) return;
  const { test } = merchant;
  const { linkId } = transaction;
  const [vouched, link] = await Promise.all([
    test ? isVouched(merchantId) : true,
    linkId === undefined ? undefined : getLink(linkId),
  ]);
  const logo = merchant.logo && `${posUrl}${logoPath(merchant.key, merchant.logo)}`;
  const receipt = { merchant, transaction, link, refund, known: vouched, logo };
  const send = (email: string) => {
    const mailing = {
      ...{ key: receiptMailKey(transactionId, again ?? refund?.id ?? 'payment', email), event },
      shown: { to: maskedAddress(email), refund: refund?.amount },
      shownUntil: forgottenAt(transactionId),
    };
    const quotas = receiptQuotas({ merchantId, test, email, vouched }, unvouchedQuotas);
    const mail = receiptMail(email, receipt, locale, messages);
    return mailOnce(mailing, quotas, mail);
  };
  const ends = await Promise.allSettled([...addresses].map(send));
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    if (end.value) log('info', { requestId: event, merchantId, transactionId, ...withheldMail(end.value) });
  }
}

/** Whether an operator vouches for the app that created the merchant. Apps that were added later do not count. */
async function isVouched(merchantId: Id): Promise<boolean> {
  const founder = await founderOf(merchantId);
  return founder !== undefined && ((await getApp(founder))?.vouched ?? false);
}
