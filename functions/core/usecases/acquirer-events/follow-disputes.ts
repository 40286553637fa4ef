import type { ListedDispute } from '#acquirer/acquirer.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { isSameValue } from '#basics/canonical.ts';
import { inGroups } from '#basics/in-groups.ts';
import { day } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { disputeByReference } from '#store/disputes/acquirer-events.ts';
import { getAlert } from '#store/disputes/alerts.ts';
import type { ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import { transactionOfPayment } from '#store/reconciliation/acquirer-references.ts';
import { recordedIn } from './sync-dispute.ts';

/**
 * The age up to which each night lists the disputes of an account, in milliseconds. Older ones are asked for only if
 * they are open here.
 */
export const disputeWindow = 180 * day;

/** The most disputes that are read from the table at the same time. */
const atOnce = 25;

/**
 * Checks the disputes of an account, so that missed events do no harm. The books show disputes that move money, but
 * neither an inquiry, nor that a dispute was lost after its money had left, nor a new deadline. Queues each dispute
 * whose state at the acquirer differs from the stored one.
 *
 * @param now milliseconds since 1970
 * @param end milliseconds since 1970: after this time only the first page is read
 * @param from the page to begin with; absent for the newest disputes
 * @returns the page to continue with; undefined after the last one
 */
export async function followDisputes(
  at: ConnectedAccount,
  _: Id,
  now: number,
  end: number,
  from?: string,
): Promise<string | undefined> {
  const { acquirer, account, connected } = at;
  const since = Math.max(now - disputeWindow, connected);
  for (let cursor = from; ; ) {
    const page = await acquirerOf(at).listDisputes(account, since, cursor);
    const changed: ListedDispute[] = [];
    await inGroups(page.disputes, atOnce, async (dispute) => {
      if (await hasChanged(at, dispute)) changed.push(dispute);
    });
    await sendMessages(
      requireVariable('ACQUIRER_EVENTS_URL'),
      changed.map(({ reference, payment }) => ({
        body: { acquirer, type: 'dispute.changed', account, reference, payment },
      })),
    );
    cursor = page.next;
    if (cursor === undefined || Date.now() > end) return cursor;
  }
}

async function hasChanged(
  { acquirer }: AcquirerAccount,
  { reference, payment, status, amount, due, figures, rules }: ListedDispute,
): Promise<boolean> {
  const known = recordedIn(await disputeByReference(acquirer, reference));
  if (known) {
    if (known.status !== status || known.amount !== amount) return true;
    const alert = await getAlert('dispute', known.id);
    return alert?.due !== due || !isSameValue(alert.rules, rules);
  }
  // Florin keeps no record of a prevented dispute that has cost nothing.
  if (payment === undefined || (status === 'won' && figures.length === 0)) return false;
  return (await transactionOfPayment(acquirer, payment)) !== undefined;
}
