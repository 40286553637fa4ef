import type { MovementOrder, MovementOutcome } from '../../acquirer.ts';
import { classifyRefusal, declineOf, isRefusedKey } from '../api/classify-refusal.ts';
import { type Answer, ask } from '../api/client.ts';
import { causeOf } from '../api/read.ts';
import type { PaymentIntent, Refund } from '../api/shapes.ts';
import { applicationFeeOf, toStripe } from '../money/currency-units.ts';
import { captureOutcome, find, isReleased, refundOutcome } from './find-movement.ts';
import { isForgotten, keyOf } from './idempotency-key.ts';
import { refusalOf } from './refusal.ts';
import { statementFieldOf } from './statement.ts';

/**
 * Raises an authorization, captures, refunds or voids. A refusal may mean that an earlier request has made the
 * movement, and that Stripe has forgotten the idempotency key or no longer accepts the API key. So the movement is
 * looked up before it counts as declined.
 */
export async function move(order: MovementOrder): Promise<MovementOutcome> {
  // Without a readable amount Stripe would move the whole amount.
  if (refusalOf(order)) return { state: 'declined', decline: 'PAYMENT_REJECTED' };
  if (isForgotten(order.id)) {
    const found = await find(order);
    if (found.state !== 'absent') return found;
  }
  const outcome = await { increment, capture, refund, void: release }[order.kind](order);
  if (outcome.state !== 'declined') return outcome;
  const found = await find(order);
  return found.state === 'absent' ? outcome : found;
}

const refusalOutcome = (answer: Exclude<Answer<unknown>, { state: 'done' }>): MovementOutcome =>
  answer.state === 'unknown' ? answer : classifyRefusal(answer);

/**
 * https://docs.stripe.com/api/payment_intents/increment_authorization. Stripe also refuses an increment if the
 * card's network, the merchant's trade or the number of attempts does not allow it. Each refusal leaves the
 * authorization as it was.
 */
async function increment(order: MovementOrder): Promise<MovementOutcome> {
  const { account, payment, total = 0, currency } = order;
  const answer = await ask<PaymentIntent>({
    path: `payment_intents/${payment.reference}/increment_authorization`,
    account,
    key: keyOf(order),
    // If the answer is lost, Florin finds the increment by this metadata. Only one increment is open at a time, so
    // the next one may overwrite it.
    form: {
      amount: toStripe(total, currency),
      application_fee_amount: applicationFeeOf(payment.fee, total, currency),
      metadata: { increment: order.id },
    },
    slow: true,
  });
  if (answer.state === 'done') return { state: 'approved' };
  if (answer.state === 'unknown' || isRefusedKey(answer.status)) return refusalOutcome(answer);
  return { state: 'declined', decline: declineOf(answer.error) };
}

/**
 * https://docs.stripe.com/api/payment_intents/capture, and for several captures
 * https://docs.stripe.com/payments/multicapture.
 */
async function capture(order: MovementOrder): Promise<MovementOutcome> {
  const { account, payment, amount, currency } = order;
  // Stripe has captured the payment with its approval, so there is nothing to ask for.
  if (payment.captured) return find(order);
  const sum = toStripe(amount, currency);
  const answer = await ask<PaymentIntent>({
    path: `payment_intents/${payment.reference}/capture`,
    account,
    key: keyOf(order),
    form: {
      amount_to_capture: sum,
      final_capture: payment.manyCaptures ? order.final === true : undefined,
      application_fee_amount: applicationFeeOf(payment.fee, amount, currency),
      ...(order.descriptor ? statementFieldOf(order.descriptor, payment.method !== undefined) : {}),
      // The worker finds the capture by this entry in the payment's metadata if the answer is lost.
      metadata: {
        [`op_${order.id}`]: String(sum),
        // No increment comes after a capture. An empty text deletes the name, since Stripe allows few names.
        increment: payment.increments ? '' : undefined,
      },
      expand: ['latest_charge.balance_transaction'],
    },
  });
  return answer.state === 'done' ? captureOutcome(order, answer.body) : refusalOutcome(answer);
}

/** https://docs.stripe.com/api/refunds/create. The money of a pending refund has already left the account. */
async function refund(order: MovementOrder): Promise<MovementOutcome> {
  const { account, payment, amount, currency, reason } = order;
  const answer = await ask<Refund>({
    path: 'refunds',
    account,
    key: keyOf(order),
    form: {
      payment_intent: payment.reference,
      amount: toStripe(amount, currency),
      // Stripe has no value for other reasons.
      reason: reason === 'other' ? undefined : reason,
      // Without this field the platform keeps its fee
      // (https://docs.stripe.com/connect/direct-charges#issue-refunds).
      refund_application_fee: payment.fee?.returned || undefined,
      metadata: { florin: order.id },
      expand: ['balance_transaction'],
    },
  });
  if (answer.state !== 'done') return refusalOutcome(answer);
  return answer.body.metadata?.florin === order.id
    ? refundOutcome(order, answer.body)
    : { state: 'unknown', cause: 'No id' };
}

/**
 * Releases the whole uncaptured amount. A payment without a capture is cancelled. Otherwise a final capture of
 * nothing releases the rest (https://docs.stripe.com/payments/multicapture, Release uncaptured funds).
 */
async function release(order: MovementOrder): Promise<MovementOutcome> {
  const { account, payment, final, untouched } = order;
  if (!final && !untouched) return { state: 'approved' };
  const path = `payment_intents/${payment.reference}`;
  let captures = false;
  if (!untouched) {
    const now = await ask<PaymentIntent>({ path, account });
    if (now.state !== 'done') return { state: 'unknown', cause: causeOf(now) };
    captures = now.body.amount_received > 0;
  }
  const answer = await ask<PaymentIntent>(
    captures
      ? {
          path: `${path}/capture`,
          account,
          key: keyOf(order),
          form: { amount_to_capture: 0, final_capture: true },
        }
      : {
          path: `${path}/cancel`,
          account,
          key: keyOf(order),
          form: { cancellation_reason: 'requested_by_customer' },
        },
  );
  if (answer.state !== 'done') return refusalOutcome(answer);
  const { status } = answer.body;
  return isReleased(status, order)
    ? { state: 'approved' }
    : { state: 'unknown', cause: `Released, and ${status}` };
}
