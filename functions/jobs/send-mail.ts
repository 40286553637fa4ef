import type { PasskeyNews } from '#domain/console/passkey-news.ts';
import { acceptedNow, type Dispute } from '#domain/disputes/dispute.ts';
import type { Id } from '#domain/id.ts';
import { accountNewsIn } from '#domain/merchants/account-news.ts';
import { requireFound } from '#domain/outcome.ts';
import type { Receipts } from '#domain/transactions/receipt.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { allRecords } from '#jobs/all-records.ts';
import { changeOf } from '#jobs/change.ts';
import {
  accountNews,
  declinesLimited,
  disputeEnded,
  disputeOpened,
  payout,
  ratioWarned,
} from '#mail/notice.ts';
import type { LanguageName } from '#messages/languages.ts';
import { messageReader } from '#messages/read-messages.ts';
import type { SignIn } from '#store/console/sign-ins.ts';
import type { RatioWarning } from '#store/disputes/ratios.ts';
import { getReceipts } from '#store/mail/receipts.ts';
import type { UserMembership } from '#store/merchants/members.ts';
import type { StoredMerchant } from '#store/merchants/merchants.ts';
import { alertKey, merchantKey, operationKey, passkeyNewsKey, signInKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/read.ts';
import { getOperation, type OperationItem, operationIn } from '#store/transactions/operations.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { mailLink } from '#usecases/console/mail-link.ts';
import { mailInvitation } from '#usecases/mail/mail-invitation.ts';
import { mailMerchant } from '#usecases/mail/mail-merchant.ts';
import { mailPasskeyNews } from '#usecases/mail/mail-passkey-news.ts';
import { mailReceipt, type ReceiptOrder } from '#usecases/mail/mail-receipt.ts';

const messagesIn = messageReader<'page'>();
const noticesIn = messageReader<'notice'>('notice.');

/**
 * Sends the mail that changes of the table cause, from the table's stream. The change itself is already stored.
 */
export const handler = allRecords(async (record) => {
  const { id: event, now, before } = changeOf(record);
  if (!now) return;
  if (now.sk === signInKey('').sk) await mailLink(event, now as Item & SignIn, messagesIn);
  else if (now.sk === passkeyNewsKey('').sk) await mailPasskeyNews(event, now as Item & PasskeyNews);
  else if (now.sk === 'receipts')
    await mailAddedReceipts(event, now as Item & Receipts, before as Item & Receipts);
  else if (now.sk === merchantKey('').sk)
    await mailAccountNews(event, now as StoredMerchant, before as StoredMerchant);
  else if (now.sk === 'alert') await mailAlert(event, now as Item & Dispute, before as Item & Dispute);
  else if (now.sk === 'ratio') await mailRatio(event, now as Item & RatioWarning);
  else if (now.sk === 'limited') await mailLimited(event, now as Item & Limited);
  else if (now.sk === operationKey('').sk)
    await mailAcceptedRefund(event, now as Item & OperationItem, before as Item & OperationItem);
  else if (now.sk !== 'line') await mailInvitation(event, now as Item & UserMembership, messagesIn);
  else if (now.kind === 'payout') await mailPayout(event, now as Item & Line);
  else await mailRefund(event, now as Item & Line);
});

/** Mails the merchant about a dispute. The alert of a fraud has no mail of its own. */
async function mailAlert(event: string, dispute: Item & Dispute, before?: Dispute): Promise<void> {
  if (dispute.pk !== alertKey('dispute', dispute.id).pk) return;
  if (before) await mailDisputeChange(event, dispute, before);
  else await mailDispute(event, dispute, 'opened');
}

const mailDispute = (
  event: string,
  dispute: Dispute,
  step: 'opened' | 'escalated' | `appealed ${string}`,
): Promise<void> =>
  mailMerchant(
    {
      merchant: dispute.merchantId,
      kind: 'disputes',
      about: `${dispute.id}#${step}`,
      event,
      write: async (to) => disputeOpened(to, dispute, (await transactionOf(dispute)).currency),
    },
    noticesIn,
  );

/**
 * Mails that an inquiry has become a dispute, or that an appeal waits for an answer, which has a deadline of its own, and the
 * end of a dispute. Each end is mailed, as an appeal can change the outcome.
 */
async function mailDisputeChange(event: string, dispute: Dispute, before: Dispute): Promise<void> {
  const { id, merchantId, status } = dispute;
  if (status === 'open' && before.status === 'inquiry') await mailDispute(event, dispute, 'escalated');
  if (isAppealOpen(dispute) && !isAppealOpen(before))
    await mailDispute(event, dispute, `appealed ${dispute.due}`);
  if (status === before.status || (status !== 'won' && status !== 'lost')) return;
  const { currency } = await transactionOf(dispute);
  await mailMerchant(
    {
      merchant: merchantId,
      kind: 'disputes',
      about: `${id}#${status}`,
      event,
      write: async (to) => disputeEnded(to, dispute, currency, status),
    },
    noticesIn,
  );
}

/** Whether the merchant can answer an appeal. While it is under review, the acquirer takes nothing. */
const isAppealOpen = (dispute: Dispute): boolean =>
  dispute.appeal === true && acceptedNow(dispute) !== undefined;

const transactionOf = async ({ transactionId }: Pick<Dispute, 'transactionId'>) =>
  requireFound(await getTransactionState(transactionId));

/** Mails a merchant if the acquirer has changed what its account can do. No setting turns that off. */
async function mailAccountNews(event: string, now: StoredMerchant, before?: StoredMerchant): Promise<void> {
  for (const news of before ? accountNewsIn(before, now) : [])
    await mailMerchant(
      {
        merchant: now.id,
        about: `account#${news.kind}#${news.deadline ?? event}`,
        event,
        write: async (to) => accountNews(to, news),
      },
      noticesIn,
    );
}

const mailRatio = (event: string, { pk, id, ratio }: Item & RatioWarning): Promise<void> =>
  mailMerchant(
    {
      merchant: id,
      kind: 'disputes',
      about: pk,
      event,
      write: async (to) => ratioWarned(to, ratio),
    },
    noticesIn,
  );

interface Limited {
  id: Id;
  test: boolean;
}

/** Mails that thieves may try stolen cards at a merchant. Only test merchants can turn this mail off. */
const mailLimited = (event: string, { pk, id, test }: Item & Limited): Promise<void> =>
  mailMerchant(
    {
      merchant: id,
      ...(test && { kind: 'disputes' as const }),
      about: pk,
      event,
      write: async (to) => declinesLimited(to),
    },
    noticesIn,
  );

const mailPayout = (event: string, line: Line): Promise<void> =>
  mailMerchant(
    {
      merchant: line.merchantId,
      kind: 'payouts',
      about: line.id,
      event,
      write: async (to) => payout(to, line),
    },
    noticesIn,
  );

/** Mails the receipt to the addresses that this change has added, and to the one to which a user has sent it. */
async function mailAddedReceipts(event: string, receipts: Item & Receipts, before?: Receipts): Promise<void> {
  const addresses = [...(receipts.addresses ?? [])].filter((address) => !before?.addresses?.has(address));
  const transactionId = receipts.pk.slice('receipts#'.length);
  await mailReceipt({ event, transactionId, addresses }, receipts, messagesOf(receipts));
  const { again } = receipts;
  if (again && again.id !== before?.again?.id)
    await mailReceipt(
      { event, transactionId, addresses: [again.email], again: again.id },
      receipts,
      messagesOf(receipts),
    );
}

/**
 * Mails the receipt of a refund to the addresses that got the receipt of the payment. For the returned money of a
 * failed refund, whose amount is below 0, Florin sends no mail: the merchant has to explain it to the customer. A refund that
 * the acquirer had accepted before was mailed then.
 */
async function mailRefund(event: string, { id, transactionId, amount, operation }: Line): Promise<void> {
  if (!transactionId || amount.amount <= 0 || (await wasAccepted(operation))) return;
  await mailRefundOf(event, transactionId, { id, amount: amount.amount });
}

async function wasAccepted(id: Id | undefined): Promise<boolean> {
  const operation = id === undefined ? undefined : await getOperation(id);
  return operation !== undefined && 'until' in operation;
}

/** Mails that a refund is on its way when the acquirer accepts it, which may be weeks before the acquirer makes or declines it. */
async function mailAcceptedRefund(
  event: string,
  now: OperationItem,
  before: OperationItem | undefined,
): Promise<void> {
  const operation = operationIn(now);
  const { id, kind, state, amount } = operation;
  if (kind !== 'refund' || state !== 'accepted') return;
  if (before && operationIn(before).state === 'accepted') return;
  await mailRefundOf(event, operation.transactionId, { id, amount, isAccepted: true });
}

async function mailRefundOf(event: string, transactionId: Id, refund: ReceiptOrder['refund']): Promise<void> {
  const receipts = await getReceipts(transactionId);
  if (!receipts?.addresses) return;
  const { addresses } = receipts;
  await mailReceipt({ event, transactionId, addresses, refund }, receipts, messagesOf(receipts));
}

const messagesOf = ({ language }: Receipts) => messagesIn(language as LanguageName);
