import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import type { Id } from '#domain/id.ts';
import { chunks } from '#store/table/list.ts';
import { listDeliveries, restartIfUnchanged } from '#store/webhooks/deliveries.ts';
import type { Delivery } from '#store/webhooks/delivery-item.ts';
import { advanceResend, endResend, getResend, type Resend } from '#store/webhooks/resends.ts';
import { getWebhook } from '#store/webhooks/webhooks.ts';
import { deliveryMessage } from './publish-event.ts';

/** A message of the queue of resends: it asks a worker to process the next page of a resend. */
export interface ResendMessage {
  merchantId: Id;
  webhookId: Id;
  resendId: Id;
}

/** The number of deliveries that one message checks, and how many of them start at the same time. */
const [pageSize, atOnce] = [100, 10];

/** Sends the message for the next page of a resend. Resends have a queue of their own. */
export const continueResend = ({ merchantId, webhookId, id }: Resend): Promise<void> =>
  sendMessages(requireVariable('RESENDS_URL'), [
    { body: { merchantId, webhookId, resendId: id } satisfies ResendMessage, group: merchantId },
  ]);

/**
 * Starts the deliveries of the next page of a resend: failed ones, those that wait for their next attempt, and pending ones
 * that no queue will attempt. A repeated message continues from the stored position, and starts no delivery twice.
 */
export async function resendPage({ merchantId, webhookId, resendId }: ResendMessage): Promise<void> {
  const [webhook, resend] = await Promise.all([getWebhook(merchantId, webhookId), getResend(webhookId)]);
  if (resend?.id !== resendId) return;
  if (webhook?.url === undefined || webhook.disabled) return endResend(resend);
  const page: Delivery[] = [];
  for await (const delivery of listDeliveries(resend, { limit: pageSize, after: resend.from })) {
    if (delivery.id > resend.id) break;
    if (page.push(delivery) === pageSize) break;
  }
  const isDue = (delivery: Delivery) => needsAttempt(delivery, resend);
  for await (const some of chunks(toAsync(page.filter(isDue)), atOnce)) {
    const turns = await Promise.all(some.map((delivery) => turnOf(delivery, resend)));
    const messages = turns.flatMap((turn) => turn ?? []).map((turn) => deliveryMessage(turn));
    // Resent deliveries use the slow queue, so that new deliveries never wait for a resend.
    if (messages.length > 0) await sendMessages(requireVariable('SLOW_DELIVERIES_URL'), messages);
  }
  const last = page.at(-1);
  if (page.length < pageSize || !last) return endResend(resend);
  if (await advanceResend(resend, last.id)) await continueResend(resend);
}

async function* toAsync<T>(things: readonly T[]): AsyncGenerator<T> {
  yield* things;
}

/**
 * Whether to start a delivery again: a failed one, one that waits for its next attempt, or a pending one that no queue will
 * attempt. After an outage of an hour, most deliveries wait for their next attempt, which can be hours away. No queue attempts
 * a delivery that was stored while its endpoint had no URL, or that an earlier run of this page restarted before the run died.
 * A delivery that this resend has restarted follows the retry schedule.
 */
function needsAttempt({ status, asked, next, listPk }: Delivery, { id }: Resend): boolean {
  if (status !== 'pending') return status === 'failed';
  return listPk === undefined || (asked === id) === (next === undefined);
}

/** Restarts a delivery, and returns it with its new turn; undefined if another run has restarted the delivery. */
async function turnOf(delivery: Delivery, { id }: Resend): Promise<Delivery | undefined> {
  if (delivery.status === 'pending' && delivery.asked === id) return delivery;
  const begun = await restartIfUnchanged(delivery, { asked: id });
  return begun ? { ...delivery, turn: delivery.turn + 1 } : undefined;
}
