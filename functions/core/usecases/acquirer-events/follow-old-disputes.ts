import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { day } from '#basics/time.ts';
import type { Dispute } from '#domain/disputes/dispute.ts';
import { firstIdAt, type Id } from '#domain/id.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { listAlerts } from '#store/disputes/alerts.ts';
import type { ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import { firstOf } from '#store/table/list.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { disputeWindow } from './follow-disputes.ts';

/** The age after which Florin no longer asks for an open dispute, in milliseconds. */
const oldest = 730 * day;

/** The disputes that are read from the table at once. */
const pageSize = 500;

/**
 * Checks the disputes that are open here and so old that {@link followDisputes} no longer lists them at the acquirer.
 * Queues each of them: the acquirer is asked for its present state.
 *
 * @param now milliseconds since 1970
 * @param end milliseconds since 1970: after this time only one page is read
 * @param from the dispute after which the page begins; absent for the oldest ones
 * @returns the dispute to continue after; undefined after the last page
 */
export async function followOldDisputes(
  at: ConnectedAccount,
  merchantId: Id,
  now: number,
  end: number,
  from: Id = firstIdAt(now - oldest),
): Promise<Id | undefined> {
  for (let after = from; ; ) {
    const slice = { limit: pageSize, after, to: firstIdAt(now - disputeWindow) };
    const page = await firstOf(listAlerts('dispute', merchantId, undefined, slice), pageSize);
    for (const dispute of page.filter(isOpen)) await askFor(at, dispute);
    const last = page.length === pageSize ? page.at(-1)?.id : undefined;
    if (last === undefined || Date.now() > end) return last;
    after = last;
  }
}

const isOpen = ({ status }: Dispute): boolean => status === 'open' || status === 'inquiry';

async function askFor(
  { acquirer, account }: ConnectedAccount,
  { reference, transactionId }: Dispute,
): Promise<void> {
  const payment = (await getTransactionState(transactionId))?.acquirer;
  if (!reference || !payment || !isSameAccount(payment, { acquirer, account })) return;
  await sendMessages(requireVariable('ACQUIRER_EVENTS_URL'), [
    { body: { acquirer, type: 'dispute.changed', account, reference, payment: payment.reference } },
  ]);
}
