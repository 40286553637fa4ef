import { inSeconds } from '#basics/time.ts';
import type { DisputeStatus } from '#domain/disputes/dispute.ts';
import type { AcquirerDispute, ListedDispute } from '../../acquirer.ts';
import { allOf, pageOf, retrieve } from '../api/read.ts';
import { type BalanceTransaction, type Dispute, dateOf } from '../api/shapes.ts';
import { fromStripe } from '../money/currency-units.ts';
import { figuresOf } from '../money/figures.ts';
import { ownFeeOf } from '../money/own-fees.ts';
import { isAppeal, rulesOf } from './evidence-rules.ts';

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

/**
 * All balance transactions that move the money of a dispute. The dispute lists at most two of them
 * (https://docs.stripe.com/api/disputes/object): others come from an appeal, or are later adjustments of the amount. A fee with
 * an entry of its own, such as that of an answer, has its line from the books.
 */
async function entriesOf(
  { id, balance_transactions: listed }: Dispute,
  account: string | undefined,
): Promise<BalanceTransaction[]> {
  const all = await allOf<BalanceTransaction>({
    path: 'balance_transactions',
    account,
    form: { source: id },
  });
  const others = all.reverse().filter((entry) => listed.every((one) => one.id !== entry.id));
  return [...listed, ...others.filter((entry) => !ownFeeOf(entry))];
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
    ...(isAppeal(dispute) ? { isAppeal: true } : {}),
    rules: rulesOf(dispute),
    figures: dispute.balance_transactions.map((entry) => figuresOf(entry, { amount, currency }, 'dispute')),
  };
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
const statuses: Record<string, DisputeStatus> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  needs_response: 'open',
  under_review: 'open',
  // Its bank or the merchant has appealed against an earlier end, which counts no more.
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
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

/**
 * The reason of a dispute, by Stripe's categories (https://docs.stripe.com/disputes/categories), with Visa's most
 * common code for each if the network's own code is not known.
 */
const categories: Record<string, [code: number, title: string]> = {
  fraudulent: [10.4, 'Fraudulent'],
  unrecognized: [10.4, 'Unrecognized'],
  bank_cannot_process: [11.3, 'Bank cannot process'],
  incorrect_account_details: [12.4, 'Incorrect account details'],
  duplicate: [12.6, 'Duplicate'],
  product_not_received: [13.1, 'Product not received'],
  subscription_canceled: [13.2, 'Subscription canceled'],
  product_unacceptable: [13.3, 'Product unacceptable'],
  credit_not_processed: [13.6, 'Credit not processed'],
};

/** @param network the code of the card's network: `10.4` at Visa, `4837` at Mastercard, `C02` at American Express */
export function disputeReasonOf(category: string, network?: string | null): { code: number; title: string } {
  const [code, title] = categories[category] ?? [0, titleOf(category)];
  const own = network ? Number(network) : Number.NaN;
  return { code: Number.isFinite(own) ? own : code, title };
}

/** `product_not_received` as `Product not received`. */
const titleOf = (name: string): string => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
