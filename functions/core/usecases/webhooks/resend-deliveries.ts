import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import type { Id } from '#domain/id.ts';
import { beginAnew, type Delivery, listDeliveries } from '#store/deliveries.ts';
import { advanceResend, endResend, getResend, type Resend } from '#store/resends.ts';
import { chunks } from '#store/table/list.ts';
import { getWebhook } from '#store/webhooks.ts';
import { deliveryMessage } from './publish-event.ts';

/** A message of the queue of resends: the next page of a resend is due. */
export interface ResendMessage {
  merchantId: Id;
  webhookId: Id;
  resendId: Id;
}

/** How many deliveries a message looks at, and how many of them are begun at the same time. */
const [pageSize, atOnce] = [100, 10];

/** Has the next page of a resend done, by a message to a queue of its own. */
export const continueResend = ({ merchantId, webhookId, id }: Resend): Promise<void> =>
  sendMessages(requireVariable('RESENDS_URL'), [
    { body: { merchantId, webhookId, resendId: id } satisfies ResendMessage, group: merchantId },
  ]);

/**
 * Begins the next page of a resend: what has failed, and what is pending without anything that would move it. A message
 * that comes twice finds how far the resend is, and does nothing twice.
 */
export async function resendPage({ merchantId, webhookId, resendId }: ResendMessage): Promise<void> {
  const [webhook, resend] = await Promise.all([getWebhook(merchantId, webhookId), getResend(webhookId)]);
  if (resend?.id !== resendId) return;
  if (webhook?.url === undefined || webhook.disabled) return endResend(resend);
  const page: Delivery[] = [];
  for await (const delivery of listDeliveries(webhookId, { limit: pageSize, after: resend.from })) {
    if (delivery.id > resend.id) break;
    if (page.push(delivery) === pageSize) break;
  }
  const isDue = (delivery: Delivery) => needsAttempt(delivery, resend);
  for await (const some of chunks(toAsync(page.filter(isDue)), atOnce)) {
    const turns = await Promise.all(some.map((delivery) => turnOf(delivery, resend)));
    const messages = turns.flatMap((turn) => turn ?? []).map((turn) => deliveryMessage(turn));
    // In the lane of the others that were sent before: what is new waits for no resend.
    if (messages.length > 0) await sendMessages(requireVariable('SLOW_DELIVERIES_URL'), messages);
  }
  const last = page.at(-1);
  if (page.length < pageSize || !last) return endResend(resend);
  if (await advanceResend(resend, last.id)) await continueResend(resend);
}

async function* toAsync<T>(things: readonly T[]): AsyncGenerator<T> {
  yield* things;
}

/** Whether to attempt a delivery: a failed one, or a pending one that no queue will attempt, as an earlier run of the page died. */
function needsAttempt({ status, asked, next, listPk }: Delivery, { id }: Resend): boolean {
  if (status !== 'pending') return status === 'failed';
  return listPk === undefined || (asked === id && next === undefined);
}

/** The delivery as it is to be attempted; undefined where somebody else has begun it. */
async function turnOf(delivery: Delivery, { id }: Resend): Promise<Delivery | undefined> {
  if (delivery.status === 'pending' && delivery.asked === id) return delivery;
  const begun = await beginAnew(delivery, { asked: id });
  return begun ? { ...delivery, turn: delivery.turn + 1 } : undefined;
}
