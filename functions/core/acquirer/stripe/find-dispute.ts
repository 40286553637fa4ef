import { inSeconds } from '#basics/seconds.ts';
import type { DisputeStatus } from '#domain/disputes/dispute.ts';
import type { AcquirerDispute, ListedDispute } from '../live.ts';
import { fromStripe } from './currency-units.ts';
import { disputeReasonOf } from './dispute-reason.ts';
import { figuresOf } from './figures.ts';
import { allOf, pageOf, retrieve } from './pages.ts';
import { dateOf } from './seconds.ts';
import type { BalanceTransaction, Dispute } from './shapes.ts';

/**
 * Reads a dispute, with all its balance transactions (https://docs.stripe.com/api/disputes/object).
 *
 * @throws if Stripe does not answer, so that the caller runs again
 */
export async function findDispute(
  account: string | undefined,
  reference: string,
): Promise<AcquirerDispute | undefined> {
  const dispute = await retrieve<Dispute>({ path: `disputes/${reference}`, account });
  return dispute && disputeOf({ ...dispute, balance_transactions: await entriesOf(dispute, account) });
}

/** The most balance transactions that Stripe lists in a dispute (https://docs.stripe.com/api/disputes/object). */
const mostListed = 2;

/** All balance transactions of a dispute. After an appeal there are more of them than the dispute lists. */
async function entriesOf(
  { id, balance_transactions: listed }: Dispute,
  account: string | undefined,
): Promise<BalanceTransaction[]> {
  if (listed.length < mostListed) return listed;
  const all = await allOf<BalanceTransaction>({
    path: 'balance_transactions',
    account,
    form: { source: id },
  });
  return [...listed, ...all.reverse().filter((entry) => listed.every((one) => one.id !== entry.id))];
}

/**
 * A page of an account's disputes, newest first (https://docs.stripe.com/api/disputes/list).
 *
 * @param since milliseconds since 1970
 * @throws if Stripe does not answer: the job of the caller runs again
 */
export async function listDisputes(
  account: string | undefined,
  since: number,
  cursor?: string,
): Promise<{ disputes: ListedDispute[]; next?: string }> {
  const form = { created: { gte: inSeconds(since) } };
  const { items, next } = await pageOf<Dispute>({ path: 'disputes', account, form }, cursor);
  return { disputes: items.map((dispute) => ({ reference: dispute.id, ...disputeOf(dispute) })), next };
}

function disputeOf(dispute: Dispute): AcquirerDispute {
  const currency = dispute.currency.toUpperCase();
  const amount = fromStripe(dispute.amount, currency);
  return {
    status: statusOf(dispute),
    payment: dispute.payment_intent ?? undefined,
    amount,
    currency,
    reason: disputeReasonOf(dispute.reason, dispute.payment_method_details?.card?.network_reason_code),
    due: dateOf(dispute.evidence_details?.due_by ?? dispute.created),
    figures: dispute.balance_transactions.map((entry) => figuresOf(entry, { amount, currency })),
  };
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
const statuses: Record<string, DisputeStatus> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
};

/**
 * A `prevented` dispute was resolved before it became one: by a refund, which costs the amount, or by a block, which
 * costs nothing (https://docs.stripe.com/changelog/basil/2025-08-27/add-preventions-to-dispute). A status that this
 * version does not know leaves the dispute open.
 */
function statusOf({ status, balance_transactions }: Dispute): DisputeStatus {
  if (status !== 'prevented') return statuses[status] ?? 'open';
  return balance_transactions.reduce((sum, { net }) => sum + net, 0) < 0 ? 'lost' : 'won';
}
