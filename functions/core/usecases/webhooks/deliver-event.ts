import { setTimeout as sleep } from 'node:timers/promises';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { isSlow, quickAnswer } from '#domain/webhooks/endpoint-health.ts';
import { pauseAfter } from '#domain/webhooks/retry-schedule.ts';
import { getDelivery, recordAttempt } from '#store/webhooks/deliveries.ts';
import type { Delivery } from '#store/webhooks/delivery-item.ts';
import { eventBody } from '#store/webhooks/events.ts';
import {
  getWebhook,
  noteUnverified,
  noteVerified,
  removeAfter410,
  type StoredWebhook,
} from '#store/webhooks/webhooks.ts';
import { unsealAtRest } from '#vault/seal.ts';
import { answersChallenge } from '#webhooks/endpoint-challenge.ts';
import { type PostResult, post } from '#webhooks/post.ts';
import { reach } from '#webhooks/reach.ts';
import { signedHeaders } from '#webhooks/signature.ts';
import { noteOutcome, noteSlow } from './note-health.ts';
import { admitPost } from './post-quota.ts';
import type { DeliveryMessage } from './publish-event.ts';

/** The name of a queue of deliveries: `slow` for endpoints that answer late. */
export type QueueName = 'fast' | 'slow';

/**
 * The longest wait for an answer, in milliseconds. After a timeout, a delivery moves from the fast queue to the slow one,
 * so that a silent endpoint delays the deliveries behind it only briefly.
 */
const timeouts: Record<QueueName, number> = { fast: 3_000, slow: 10_000 };

/** The longest delay that SQS offers for a message, in milliseconds. */
const longestDelay = 900_000;

const urls = { fast: requireVariable('DELIVERIES_URL'), slow: requireVariable('SLOW_DELIVERIES_URL') };

/**
 * Attempts a delivery if it is due and still pending. Sends a message for the next attempt if there will be one.
 *
 * @param messageId SQS's id of the message. SQS delivers a message again if the function died while working on it
 */
export async function deliverEvent(
  message: DeliveryMessage,
  messageId: string,
  queue: QueueName,
): Promise<void> {
  const { merchantId, webhookId, eventId, lane, due = 0 } = message;
  if (due > Date.now()) return putBack(message, queue);
  const [webhook, delivery] = await Promise.all([
    getWebhook(merchantId, webhookId),
    getDelivery(webhookId, eventId, lane),
  ]);
  if (!webhook || delivery?.status !== 'pending') return;
  const { turn } = delivery;
  const sendNext = (next: number, attempts: number) =>
    putBack({ ...message, turn: turn + 1, attempts, due: next }, 'slow');
  if (turn === message.turn + 1 && delivery.by === messageId) {
    // An earlier run has recorded this attempt, and may have died before it sent the message for the next one.
    return putBack(nextMessage(message, delivery, queue), 'slow');
  }
  if (turn !== message.turn) return;
  if (webhook.disabled) {
    await recordAttempt(delivery, messageId, { status: 'failed' });
    return;
  }
  if (webhook.url === undefined) {
    // Nothing is posted. The attempt shows a program that fetches the events (`florin listen`) that the merchant has asked for
    // this delivery again.
    const asked = { time: new Date().toISOString(), error: 'NO_URL', duration: 0 };
    await recordAttempt(delivery, messageId, { status: 'pending', attempt: asked });
    return;
  }
  if (queue === 'fast' && isSlow(webhook)) return putBack(message, 'slow');
  const body = await eventBody(merchantId, eventId);
  if (body === undefined) {
    await recordAttempt(delivery, messageId, { status: 'failed' });
    return;
  }

  const time = Date.now();
  const posted = await attempt(webhook, delivery, body, queue);
  const { status = 0, error, duration, answer } = posted;
  const outcome = decide(
    posted,
    queue,
    message.attempts,
    webhook.challenge !== undefined && delivery.type === 'webhook.tested',
  );
  const noted = await recordAttempt(delivery, messageId, {
    status: outcome.status,
    tried: outcome.attempts,
    next: outcome.next === undefined ? undefined : new Date(outcome.next).toISOString(),
    attempt: { time: new Date(time).toISOString(), status: posted.status, error, duration },
    answer,
  });
  if (noted && outcome.next !== undefined) await sendNext(outcome.next, outcome.attempts);
  if (status === 410) await removeAfter410(webhook);
  // A limit of Florin has prevented the post, so the result does not count for the health of the endpoint's server.
  else if (error !== 'DAILY_LIMIT')
    await noteOutcome(webhook, outcome.status === 'succeeded', time, duration);
}

interface Decided {
  status: Delivery['status'];
  /** When the next attempt is due, milliseconds since 1970. */
  next?: number;
  attempts: number;
}

function decide(
  { status = 0, error }: PostResult,
  queue: QueueName,
  before: number,
  isChallenge: boolean,
): Decided {
  if (error === 'DAILY_LIMIT') return { status: 'failed', attempts: before };
  if (error === undefined && status >= 200 && status < 300) return { status: 'succeeded', attempts: before };
  if (status === 410) return { status: 'failed', attempts: before };
  // An attempt from the fast queue waits only briefly, so an attempt from the slow queue follows at once.
  if (queue === 'fast' && error === 'TIMEOUT')
    return { status: 'pending', next: Date.now(), attempts: before };
  const attempts = before + 1;
  const pause = pauseAfter(attempts, isChallenge);
  return pause === undefined
    ? { status: 'failed', attempts }
    : { status: 'pending', next: Date.now() + pause, attempts };
}

/** Makes the message for the attempt after the recorded one, whose message was in this queue. */
function nextMessage(
  message: DeliveryMessage,
  { turn, next, attempts }: Delivery,
  queue: QueueName,
): DeliveryMessage {
  const hadTime = attempts.at(-1)?.error !== 'TIMEOUT' || queue === 'slow';
  return {
    ...message,
    turn,
    attempts: message.attempts + (hadTime ? 1 : 0),
    due: next === undefined ? undefined : Date.parse(next),
  };
}

/** Makes one attempt, unless the endpoint is not verified or the daily limit is reached. */
async function attempt(
  webhook: StoredWebhook,
  { id, type }: Delivery,
  body: string,
  queue: QueueName,
): Promise<PostResult> {
  const { challenge } = webhook;
  if (challenge !== undefined && type !== 'webhook.tested') return unmadeAttempt('NOT_VERIFIED');
  if (!(await admitPost(webhook))) return unmadeAttempt('DAILY_LIMIT');
  const posting = send(webhook, id, body, queue);
  // Further deliveries to this endpoint already go to the slow queue.
  if (queue === 'fast' && !(await isQuick(posting))) await noteSlow(webhook);
  const posted = await posting;
  return challenge === undefined ? posted : verify({ ...webhook, challenge }, posted);
}

const unmadeAttempt = (error: string): PostResult => ({ error, duration: 0, answer: '' });

async function isQuick(posting: Promise<unknown>): Promise<boolean> {
  const stopping = new AbortController();
  const late = sleep(quickAnswer, false, { signal: stopping.signal }).catch(() => true);
  const isDone = await Promise.race([posting.then(() => true), late]);
  stopping.abort();
  return isDone;
}

/**
 * Verifies an endpoint by its answer. This happens before the attempt is recorded as a success: if the function dies
 * in between, the repeated attempt verifies again.
 */
async function verify(
  webhook: StoredWebhook & { challenge: string },
  posted: PostResult,
): Promise<PostResult> {
  const { status = 0, error, answer } = posted;
  const isTaken = status >= 200 && status < 300;
  if (isTaken && answersChallenge(webhook.challenge, answer)) {
    await noteVerified(webhook);
    return posted;
  }
  const why = error === undefined ? `answered ${status}` : `did not answer (${error})`;
  const rest = isTaken ? ' without the value of `data.challenge` as its body' : '';
  await noteUnverified(webhook, `The server ${why}${rest}`);
  // The merchant sees the answer, and must not learn the challenge from it.
  const shown = { ...posted, answer: answer.replaceAll(webhook.challenge, '…') };
  return isTaken ? { ...shown, error: 'CHALLENGE_NOT_ANSWERED' } : shown;
}

async function send(webhook: StoredWebhook, id: string, body: string, queue: QueueName): Promise<PostResult> {
  const { url = '', secrets } = webhook;
  const opened = await Promise.all(secrets.map(({ id, sealed }) => unsealAtRest(`webhook ${id}`, sealed)));
  return post(url, {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Florin-Webhooks',
      ...signedHeaders(id, body, opened, Date.now()),
    },
    timeout: timeouts[queue],
    reach,
  });
}

/**
 * Sends a message back to a queue. SQS delays a message by at most 15 minutes, so a message that is due later comes
 * back early and is sent again.
 */
async function putBack(message: DeliveryMessage, queue: QueueName): Promise<void> {
  const wait = Math.min(longestDelay, Math.max(0, (message.due ?? 0) - Date.now()));
  const delaySeconds = Math.ceil(wait / 1000);
  await sendMessages(urls[queue], [{ body: message, delaySeconds, group: message.merchantId }]);
}
