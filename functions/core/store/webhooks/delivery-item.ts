import { daySeconds, inSeconds } from '#basics/time.ts';
import { type Id, newId } from '#domain/id.ts';
import { type Event, type EventType, transactionOf } from '#domain/webhooks/event.ts';
import type { Webhook } from '#domain/webhooks/webhook.ts';
import type { deliveryStatuses } from '#schemas/types.ts';
import { askedKey, deliveryKey, undeliveredOf } from '../table/keys.ts';
import { moreDeliveryLanes, type WithLanes } from '../table/lanes.ts';
import { put, type Write } from '../table/transact.ts';
import { unneededWrite } from '../table/unneeded-writes.ts';

/** An event for one endpoint, and the state of its delivery. */
export interface Delivery {
  /** The id of the event. */
  id: Id;
  merchantId: Id;
  webhookId: Id;
  /** Absent for the first lane of the endpoint. */
  lane?: number;
  type: EventType;
  /** Absent if the event is about no transaction, and in items of releases before 1.0.0. */
  transactionId?: Id;
  status: DeliveryStatus;
  /** The last attempts, oldest first. */
  attempts: DeliveryAttempt[];
  /**
   * The number of attempts that count in the retry schedule, since a merchant last asked for the delivery. Absent before
   * the first attempt, and in items of earlier releases.
   */
  tried?: number;
  /** The beginning of the last response. */
  answer?: string;
  /** The time of the next attempt, ISO 8601. */
  next?: string;
  /**
   * Increases with each attempt and with each restart. Only the message with the present turn may make the next
   * attempt.
   */
  turn: number;
  /** The id of the message that made the last attempt; `restart` if the job for stranded deliveries ended it. */
  by?: string;
  /** The id of the last request that has restarted this delivery: of a resend, or of a retry of this delivery alone. */
  asked?: Id;
  /** Set while the delivery is in the list of pending ones, for the job that restarts stranded deliveries. */
  listPk?: string;
}

export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface DeliveryAttempt {
  /** ISO 8601. */
  time: string;
  /** The HTTP status of the response. */
  status?: number;
  /** Why the attempt failed, if the status does not say so: for example `TIMEOUT` or `CHALLENGE_NOT_ANSWERED`. */
  error?: string;
  /** In milliseconds. */
  duration: number;
}

/**
 * A merchant's request to send a delivery again. Items of earlier releases have `since` instead of `eventId`: they
 * ask for a resend of all failed deliveries.
 */
export type ResendRequest = { id: Id; merchantId: Id; webhookId: Id } & ({ eventId: Id } | { since: Id });

/** The fields of an endpoint that deliveries need. */
export type Endpoint = Pick<Webhook, 'id' | 'url'> & WithLanes;

/**
 * In milliseconds. A delivery without an attempt counts as stranded this long after it was due. The grace must be
 * longer than 15 minutes, the longest time for which SQS delays a message.
 */
const grace = 20 * 60_000;

/** Returns an expiry for DynamoDB, in this number of days from now. */
export const inDays = (days: number) => inSeconds(Date.now()) + days * daySeconds;

/** The number of days for which deliveries are stored. */
export const keptFor = 30;

/** The write that creates a delivery. */
export const deliveryWrite = (event: Event, webhook: Endpoint, lane?: number): Write => {
  const { id, merchantId, type } = event;
  const transactionId = transactionOf(event);
  const delivery: Delivery = {
    id,
    merchantId,
    webhookId: webhook.id,
    ...(lane === undefined ? {} : { lane }),
    type,
    ...(transactionId === undefined ? {} : { transactionId }),
    status: 'pending',
    attempts: [],
    turn: 0,
  };
  return {
    item: put(
      {
        ...keyOf(delivery),
        ...delivery,
        // Without a URL the delivery stays pending and is never attempted, so it must not be in the list of stranded
        // ones.
        ...(webhook.url === undefined ? {} : inDueList(delivery, Date.now())),
        expires: inDays(keptFor),
      },
      'attribute_not_exists(pk)',
    ),
    onFailed: unneededWrite,
    onThrottled: widenFor(delivery),
  };
};

export type Place = Pick<Delivery, 'webhookId' | 'id' | 'lane'>;

export const keyOf = ({ webhookId, id, lane }: Place) => deliveryKey(webhookId, id, lane);

/** Adds lanes for the next deliveries to the endpoint. This delivery stays in its lane. */
export const widenFor =
  ({ merchantId, webhookId }: Pick<Delivery, 'merchantId' | 'webhookId'>) =>
  () =>
    moreDeliveryLanes(merchantId, webhookId).then(() => undefined);

/**
 * The keys of a delivery in the list of pending ones, which sorts deliveries by the time at which they count as
 * stranded. @param due milliseconds since 1970
 */
export const inDueList = ({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>, due: number) => ({
  listPk: undeliveredOf(id),
  listSk: `${new Date(due + grace).toISOString()}#${webhookId}#${id}`,
});

/** Stores a request to start a delivery again. The table's stream passes the request to a worker. */
export function askedWrite(wish: { merchantId: Id; webhookId: Id; eventId: Id }, id = newId()): Write {
  return { item: put({ ...askedKey(wish.webhookId, id), id, ...wish, expires: inDays(1) }) };
}
