import { day, hour } from '#basics/time.ts';
import { idTime } from '#domain/id.ts';
import type { MovementOrder, MovementOutcome } from '../../acquirer.ts';
import { ask } from '../api/client.ts';
import { causeOf, findIn } from '../api/read.ts';
import type { BalanceTransaction, List, PaymentIntent, Refund } from '../api/shapes.ts';
import { figuresOf, isOfAmount } from '../money/figures.ts';

/**
 * Looks up the outcome of a movement by the objects that it has made. An idempotency key would only repeat the first
 * answer, which may be out of date.
 */
export const find = (order: MovementOrder): Promise<MovementOutcome> =>
  order.kind === 'refund' ? findRefund(order) : findInPayment(order);

const noFigures: MovementOutcome = { state: 'unknown', cause: 'No figures yet' };

/** How far Stripe's clock may differ from Florin's, in milliseconds. */
const margin = 6 * hour;

async function findRefund(order: MovementOrder): Promise<MovementOutcome> {
  const { account, payment, id } = order;
  const found = await findIn<Refund>(
    {
      path: 'refunds',
      account,
      form: { payment_intent: payment.reference, expand: ['data.balance_transaction'] },
    },
    ({ metadata }) => metadata?.florin === id,
    ({ created }) => created * 1000 < idTime(id) - margin,
  );
  return found.state === 'found' ? refundOutcome(order, found.item) : found;
}

async function findInPayment(order: MovementOrder): Promise<MovementOutcome> {
  const { account, payment, kind, id, final, untouched } = order;
  if (kind === 'void' && !final && !untouched && payment.manyCaptures) return { state: 'approved' };
  const answer = await ask<PaymentIntent>({
    path: `payment_intents/${payment.reference}`,
    account,
    form: { expand: ['latest_charge.balance_transaction'] },
  });
  if (answer.state !== 'done') return { state: 'unknown', cause: causeOf(answer) };
  const { status, metadata } = answer.body;
  // The amount does not prove the increment: somebody may have raised it in Stripe's dashboard.
  if (kind === 'increment') return { state: metadata.increment === id ? 'approved' : 'absent' };
  if (kind === 'capture' && payment.captured) return captureOutcome(order, answer.body);
  if (kind === 'capture')
    return metadata[`op_${id}`] === undefined ? { state: 'absent' } : captureOutcome(order, answer.body);
  if (typeof status !== 'string') return { state: 'unknown', cause: 'No state' };
  return { state: isReleased(status, order) ? 'approved' : 'absent' };
}

/** Whether a void was made. After a capture, Stripe shows `succeeded` once nothing is left to capture. */
export const isReleased = (status: PaymentIntent['status'], { untouched }: MovementOrder): boolean =>
  status === 'canceled' || (status === 'succeeded' && !untouched);

/** The outcome of a capture that Stripe has made, with its figures. */
export async function captureOutcome(order: MovementOrder, intent: PaymentIntent): Promise<MovementOutcome> {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : undefined;
  if (!charge) return noFigures;
  if (order.payment.manyCaptures) return findCaptureEntry(order, charge.id);
  const entry = charge.balance_transaction;
  return entry && typeof entry === 'object'
    ? { state: 'approved', figures: figuresOf(entry, order) }
    : noFigures;
}

/**
 * Finds the balance transaction of one of several captures, which all have the same charge. It takes the oldest one
 * with the capture's amount that belongs to no other capture. Balance transactions of the same amount are
 * interchangeable, as long as each capture gets a different one.
 */
async function findCaptureEntry(order: MovementOrder, source: string): Promise<MovementOutcome> {
  const { account, entries = [] } = order;
  const answer = await ask<List<BalanceTransaction>>({
    path: 'balance_transactions',
    account,
    form: { source, limit: 100 },
  });
  if (answer.state !== 'done') return { state: 'unknown', cause: causeOf(answer) };
  const own = answer.body.data.findLast(
    (entry) => entry.amount > 0 && !entries.includes(entry.id) && isOfAmount(entry, order),
  );
  return own ? { state: 'approved', figures: figuresOf(own, order) } : noFigures;
}

/**
 * A refund that ended before any money left the account is declined. If the money had left, the refund is approved,
 * even if it has failed since: the money that comes back has a balance transaction of its own, perhaps later than the
 * failure (https://docs.stripe.com/refunds#failed-refunds), and each needs a line. A pending refund whose money has not
 * left is accepted.
 */
export function refundOutcome(
  order: MovementOrder,
  { status, balance_transaction, created }: Refund,
): MovementOutcome {
  if (balance_transaction && typeof balance_transaction === 'object')
    return { state: 'approved', figures: figuresOf(balance_transaction, order) };
  if (status === 'failed' || status === 'canceled') return { state: 'declined', decline: 'PAYMENT_REJECTED' };
  return status === 'pending' || status === 'requires_action'
    ? { state: 'accepted', until: created * 1000 + longestPending }
    : noFigures;
}

/**
 * In milliseconds. Stripe keeps a refund pending until the account's balance covers it, the payment has settled, or the
 * customer has acted, and names no limit (https://docs.stripe.com/refunds#pending-refunds). After this time an
 * operator must look at the refund.
 */
const longestPending = 30 * day;
