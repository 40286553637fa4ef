import { requireVariable } from '#aws/environment.ts';
import { mailQuotas } from '#domain/mail-quotas.ts';
import type { Receipts } from '#domain/receipt.ts';
import type { Line } from '#domain/transaction.ts';

import { changeOf } from '#jobs/change.ts';
import { allRecords } from '#jobs/records.ts';
import { invitation } from '#mail/invitation.ts';
import type { LanguageName } from '#messages/languages.ts';
import { messageReader } from '#messages/read.ts';
import { log } from '#observability/log.ts';
import { withheld } from '#observability/metrics.ts';
import { getApp } from '#store/apps.ts';
import { invitationKey } from '#store/keys.ts';
import type { UserMembership } from '#store/members.ts';
import type { Item } from '#store/read.ts';
import { getReceipts } from '#store/receipts.ts';
import { mailOnce } from '#usecases/mail-once.ts';
import { mailReceipt } from '#usecases/mail-receipt.ts';

const unvouched = {
  test: Number(requireVariable('UNVOUCHED_TEST_MAILS')),
  live: Number(requireVariable('UNVOUCHED_LIVE_MAILS')),
};

const messagesIn = messageReader<'page'>();

/**
 * Sends people the mail that a change of the table asks for, from its stream: a mail that fails never loses the
 * change, is tried again, and ends in the dead-letter queue.
 */
export const handler = allRecords(async (record) => {
  const { id: event, now, before } = changeOf(record);
  if (!now) return;
  if (now.sk === 'receipts') await sendReceipts(event, now as Item & Receipts, before as Item & Receipts);
  else if (now.sk === 'line') await sendRefund(event, now as Item & Line);
  else await invite(event, now as Item & UserMembership);
});

/** Tells a person of a membership that was stored, or says in the log why not; never to whom. */
async function invite(
  event: string,
  { merchantId, merchant, test, invitedBy: appId, id, email }: UserMembership,
): Promise<void> {
  const vouched = (await getApp(appId))?.vouched ?? false;
  const quotas = mailQuotas({ merchantId, test, email, appId, vouched }, unvouched);
  const mailing = { key: invitationKey(merchantId, id), event };
  const reason = await mailOnce(mailing, quotas, invitation(email, merchant));
  if (reason) log('info', { requestId: event, merchantId, appId, ...withheld(reason) });
}

/** To whoever has asked by this change. */
async function sendReceipts(event: string, receipts: Item & Receipts, before?: Receipts): Promise<void> {
  const addresses = [...receipts.addresses].filter((address) => !before?.addresses.has(address));
  const transactionId = receipts.pk.slice('receipts#'.length);
  await mailReceipt({ event, transactionId, addresses }, receipts, messagesOf(receipts), unvouched);
}

/** To whoever had the receipt of the payment. A refund that came back is below 0: the merchant's to explain. */
async function sendRefund(event: string, { id, transactionId, amount }: Line): Promise<void> {
  const receipts = transactionId && amount.amount > 0 ? await getReceipts(transactionId) : undefined;
  if (!transactionId || !receipts) return;
  const refund = { id, amount: amount.amount };
  const { addresses } = receipts;
  await mailReceipt({ event, transactionId, addresses, refund }, receipts, messagesOf(receipts), unvouched);
}

const messagesOf = ({ language }: Receipts) => messagesIn(language as LanguageName);
