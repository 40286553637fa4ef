import { setTimeout as sleep } from 'node:timers/promises';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { NotFound } from '#domain/outcome.ts';
import { givenUpAfter, pauseAfter } from '#domain/webhooks/retry-schedule.ts';
import { type Delivery, eventBody, getDelivery, recordAttempt } from '#store/deliveries.ts';
import {
  getWebhook,
  noteHealth,
  noteUnverified,
  noteVerified,
  removeWebhook,
  type StoredWebhook,
} from '#store/webhooks.ts';
import { openAtRest } from '#vault/seal.ts';
import { answersChallenge } from '#webhooks/endpoint-challenge.ts';
import { type PostResult, post } from '#webhooks/post.ts';
import { reach } from '#webhooks/reach.ts';
import { signedHeaders } from '#webhooks/signature.ts';
import { admitPost } from './post-quota.ts';
import { type DeliveryMessage, isSlow } from './publish-event.ts';

/** The queue that a delivery comes from: `slow` for endpoints that answer late. */
export type Lane = 'fast' | 'slow';

/**
 * Milliseconds for an answer. An endpoint that takes longer in the fast lane is tried again in the slow lane, so that a
 * silent server delays the deliveries behind it only briefly.
 */
const timeouts: Record<Lane, number> = { fast: 3_000, slow: 10_000 };

/**
 * In milliseconds: an endpoint that takes longer than this for an answer is moved to the slow lane, while it is still
 * waited for, and stays there for so long.
 */
const [quick, slowFor] = [500, 10 * 60_000];

/** SQS's, in milliseconds. */
const longestDelay = 900_000;

/** A server that does not answer a challenge is asked so often: it may be somebody's who does not want it. */
const mostChallenges = 3;

const urls = { fast: requireVariable('DELIVERIES_URL'), slow: requireVariable('SLOW_DELIVERIES_URL') };

/**
 * Makes an attempt at a delivery, if it is due and still wanted; what is to come after it is a message again.
 *
 * @param messageId the same where a message comes again, because we died at it
 */
export async function deliverEvent(message: DeliveryMessage, messageId: string, lane: Lane): Promise<void> {
  const { merchantId, webhookId, eventId, due = 0 } = message;
  if (due > Date.now()) return putBack(message, lane);
  const [webhook, delivery] = await Promise.all([
    getWebhook(merchantId, webhookId),
    getDelivery(webhookId, eventId),
  ]);
  if (!webhook || delivery?.status !== 'pending') return;
  const { turn } = delivery;
  const goOn = (next: number, attempts: number) =>
    putBack({ ...message, turn: turn + 1, attempts, due: next }, 'slow');
  if (turn === message.turn + 1 && delivery.by === messageId) {
    // We noted this attempt, and may have died before the message for the next one was sent.
    return putBack(after(message, delivery), 'slow');
  }
  if (turn !== message.turn) return;
  if (webhook.disabled) {
    await recordAttempt(delivery, messageId, { status: 'failed' });
    return;
  }
  if (lane === 'fast' && isSlow(webhook, Date.now())) return putBack(message, 'slow');
  const body = await eventBody(merchantId, eventId);
  if (body === undefined) {
    await recordAttempt(delivery, messageId, { status: 'failed' });
    return;
  }

  const time = Date.now();
  const posted = await attempt(webhook, delivery, body, lane);
  const { status = 0, error, duration, answer } = posted;
  const outcome = decide(
    posted,
    lane,
    message.attempts,
    webhook.challenge !== undefined && delivery.type === 'webhook.tested',
  );
  const noted = await recordAttempt(delivery, messageId, {
    status: outcome.status,
    next: outcome.next === undefined ? undefined : new Date(outcome.next).toISOString(),
    attempt: { time: new Date(time).toISOString(), status: posted.status, error, duration },
    answer,
  });
  if (noted && outcome.next !== undefined) await goOn(outcome.next, outcome.attempts);
  if (status === 410) await removeWebhook(merchantId, webhookId).catch(unlessGone);
  else await noteOutcome(webhook, outcome.status === 'succeeded', time, duration);
}

interface Decided {
  status: Delivery['status'];
  /** When the next attempt is due, milliseconds since 1970. */
  next?: number;
  attempts: number;
}

function decide({ status = 0, error }: PostResult, lane: Lane, before: number, asked: boolean): Decided {
  if (error === 'DAILY_LIMIT') return { status: 'failed', attempts: before };
  if (error === undefined && status >= 200 && status < 300) return { status: 'succeeded', attempts: before };
  if (status === 410) return { status: 'failed', attempts: before };
  // It had no time: in the slow lane it has, at once.
  if (lane === 'fast' && error === 'TIMEOUT')
    return { status: 'pending', next: Date.now(), attempts: before };
  const attempts = before + 1;
  const pause = asked && attempts >= mostChallenges ? undefined : pauseAfter(attempts);
  return pause === undefined
    ? { status: 'failed', attempts }
    : { status: 'pending', next: Date.now() + pause, attempts };
}

/** The message that a message leads to, by what its delivery has noted of it. */
function after(message: DeliveryMessage, { turn, next, attempts }: Delivery): DeliveryMessage {
  const hadTime = attempts.at(-1)?.error !== 'TIMEOUT' || message.turn > 0;
  return {
    ...message,
    turn,
    attempts: message.attempts + (hadTime ? 1 : 0),
    due: next === undefined ? undefined : Date.parse(next),
  };
}

async function noteOutcome(
  webhook: StoredWebhook,
  succeeded: boolean,
  time: number,
  duration: number,
): Promise<void> {
  const { failingSince } = webhook;
  if (duration > quick) await noteSlow(webhook);
  if (succeeded && failingSince !== undefined) await noteHealth(webhook, 'well');
  else if (succeeded) return;
  else if (failingSince === undefined) await noteHealth(webhook, { failing: time });
  else if (Date.now() - failingSince > givenUpAfter)
    await noteHealth(webhook, { off: new Date().toISOString() });
}

function unlessGone(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}

/** Once in a while is enough. */
async function noteSlow(webhook: StoredWebhook): Promise<void> {
  const now = Date.now();
  if ((webhook.slowUntil ?? 0) < now + slowFor / 2) await noteHealth(webhook, { slow: now + slowFor });
}

/** One attempt, with all that keeps it from being made, or from being enough. */
async function attempt(
  webhook: StoredWebhook,
  { id, type }: Delivery,
  body: string,
  lane: Lane,
): Promise<PostResult> {
  const { challenge } = webhook;
  if (challenge !== undefined && type !== 'webhook.tested') return notMade('NOT_VERIFIED');
  if (!(await admitPost(webhook))) return notMade('DAILY_LIMIT');
  const posting = send(webhook, id, body, lane);
  // Those behind it need not wait for as long as this one does.
  if (lane === 'fast' && !(await isQuick(posting))) await noteSlow(webhook);
  const posted = await posting;
  return challenge === undefined ? posted : verify({ ...webhook, challenge }, posted);
}

const notMade = (error: string): PostResult => ({ error, duration: 0, answer: '' });

async function isQuick(posting: Promise<unknown>): Promise<boolean> {
  const stopping = new AbortController();
  const late = sleep(quick, false, { signal: stopping.signal }).catch(() => true);
  const isDone = await Promise.race([posting.then(() => true), late]);
  stopping.abort();
  return isDone;
}

/** Before the attempt is noted as a success: one that is done again verifies again. */
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
  return isTaken ? { ...posted, error: 'CHALLENGE_NOT_ANSWERED' } : posted;
}

async function send(webhook: StoredWebhook, id: string, body: string, lane: Lane): Promise<PostResult> {
  const { url = '', secrets } = webhook;
  const opened = await Promise.all(secrets.map(({ id, sealed }) => openAtRest(`webhook ${id}`, sealed)));
  return post(url, {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Florin-Webhooks',
      ...signedHeaders(id, body, opened, Date.now()),
    },
    timeout: timeouts[lane],
    reach,
  });
}

/** SQS hides a message for 15 minutes at most: one that is due later goes round. */
async function putBack(message: DeliveryMessage, lane: Lane): Promise<void> {
  const wait = Math.min(longestDelay, Math.max(0, (message.due ?? 0) - Date.now()));
  const delaySeconds = Math.ceil(wait / 1000);
  await sendMessages(urls[lane], [{ body: message, delaySeconds, group: message.merchantId }]);
}
