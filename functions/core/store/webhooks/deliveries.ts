import { gunzipSync, gzipSync } from 'node:zlib';
import { printJson } from '#basics/print-json.ts';
import { inSeconds } from '#basics/seconds.ts';
import type { Caller } from '#domain/caller.ts';
import { type Id, newId } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import type { Event, EventType } from '#domain/webhooks/event.ts';
import type { Webhook } from '#domain/webhooks/webhook.ts';
import { requireMember } from '../merchants/members.ts';
import { askedKey, deliveriesTo, deliveryKey, eventKey, undeliveredOf, webhookKey } from '../table/keys.ts';
import { laneFor, lanesOf, moreDeliveryLanes, ofLanesAt, type WithLanes } from '../table/lanes.ts';
import { batchOf, listFrom, type Slice } from '../table/list.ts';
import { get, type Item } from '../table/read.ts';
import { put, transact, update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneeded } from '../table/unneeded-writes.ts';
import { writeOne } from '../table/write-one.ts';

/** An event for one endpoint, and the state of its delivery. */
export interface Delivery {
  /** The id of the event. */
  id: Id;
  merchantId: Id;
  webhookId: Id;
  /** Absent for the first lane of the endpoint. */
  lane?: number;
  type: EventType;
  status: DeliveryStatus;
  /** The last attempts, oldest first. */
  attempts: DeliveryAttempt[];
  /**
   * The number of attempts that count in the retry schedule, since a merchant last asked for the delivery. Absent in items
   * of earlier releases.
   */
  tried?: number;
  /** The beginning of the last response. */
  answer?: string;
  /** The time of the next attempt, ISO 8601. */
  next?: string;
  /**
   * Increases with each attempt and with each request to send again. Only the message with the present turn may make
   * the next attempt.
   */
  turn: number;
  /** The id of the message that made the last attempt. */
  by?: string;
  /** The resend that has restarted this delivery. */
  asked?: Id;
  /** Set while the delivery is in the list of pending ones, for the job that restarts stranded deliveries. */
  listPk?: string;
}

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed';

export interface DeliveryAttempt {
  /** ISO 8601. */
  time: string;
  /** The HTTP status of the response. */
  status?: number;
  /** The reason why there was no response. */
  error?: string;
  /** In milliseconds. */
  duration: number;
}

/**
 * A merchant's request to send a delivery again. An earlier release stored `since` instead of `eventId`, for a resend.
 */
export type ResendRequest = { id: Id; merchantId: Id; webhookId: Id } & ({ eventId: Id } | { since: Id });

/** The fields of an endpoint that deliveries need. */
type Endpoint = Pick<Webhook, 'id' | 'url'> & WithLanes;

/** The lanes of an event's deliveries by their endpoints, without those in the first lane. */
type LanesOfEvent = Record<Id, number>;

/**
 * In milliseconds: a delivery without an attempt for this time after it was due counts as stranded. SQS hides a message for
 * at most 15 minutes, and a message with a later time is sent again each time. The grace must be longer.
 */
const grace = 20 * 60_000;

/** The most attempts that are stored, which is more than the retry schedule has. */
const mostAttempts = 20;

const day = 24 * 60 * 60;
const inDays = (days: number) => inSeconds(Date.now()) + days * day;
const keptFor = 30;

/**
 * Stores an event, with a delivery for each of these endpoints. An event that comes twice is stored once, in its first
 * form. If an earlier call died halfway, this one completes it.
 *
 * @returns the lanes of the deliveries. The event keeps them, as an endpoint may have more lanes when the event comes again
 */
export async function storeEvent(event: Event, webhooks: readonly Endpoint[]): Promise<LanesOfEvent> {
  let lanes: LanesOfEvent = Object.fromEntries(
    webhooks
      .map((webhook) => [webhook.id, laneFor(webhook.id, event.id, lanesOf(webhook))] as const)
      .filter(([, lane]) => lane > 0),
  );
  const onFailed = (existing: unknown) => {
    lanes = (existing as Partial<EventItem> | undefined)?.lanes ?? {};
    return unneeded();
  };
  await writeOne({ ...eventWrite(event, lanes), onFailed });
  await Promise.all(webhooks.map((webhook) => writeOne(deliveryWrite(event, webhook, lanes[webhook.id]))));
  return lanes;
}

type EventItem = Item & { body: Uint8Array; lanes?: LanesOfEvent };

/** The body is compressed, as a long trail repeats itself. */
const eventWrite = (event: Event, lanes: LanesOfEvent = {}): Write => ({
  item: put(
    {
      ...eventKey(event.merchantId, event.id),
      body: gzipSync(printJson(event)),
      ...(Object.keys(lanes).length > 0 ? { lanes } : {}),
      // The event must outlive its deliveries.
      expires: inDays(keptFor + 1),
    },
    'attribute_not_exists(pk)',
  ),
  onFailed: unneeded,
});

const deliveryWrite = ({ id, merchantId, type }: Event, webhook: Endpoint, lane?: number): Write => {
  const delivery: Delivery = {
    id,
    merchantId,
    webhookId: webhook.id,
    ...(lane === undefined ? {} : { lane }),
    type,
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
    onFailed: unneeded,
    onThrottled: widenFor(delivery),
  };
};

type Place = Pick<Delivery, 'webhookId' | 'id' | 'lane'>;

const keyOf = ({ webhookId, id, lane }: Place) => deliveryKey(webhookId, id, lane);

/** Gives the next deliveries to the endpoint more lanes. This delivery stays in its lane. */
const widenFor =
  ({ merchantId, webhookId }: Pick<Delivery, 'merchantId' | 'webhookId'>) =>
  () =>
    moreDeliveryLanes(merchantId, webhookId).then(() => undefined);

/**
 * The keys in the list of pending deliveries, by the time at which they count as stranded. @param due milliseconds
 * since 1970
 */
const inDueList = ({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>, due: number) => ({
  listPk: undeliveredOf(id),
  listSk: `${new Date(due + grace).toISOString()}#${webhookId}#${id}`,
});

/** Stores an event that an app has requested for one endpoint. The table's stream sends it. */
export const storeAskedEvent = (
  event: Event,
  webhook: Endpoint,
  caller: Caller,
  alongside: readonly Write[],
): Promise<void> =>
  transact([requireMember(event.merchantId, caller), ...alongside, ...askedEvent(event, webhook)]);

/** The writes of an event that an app has requested for one endpoint. */
export const askedEvent = (event: Event, webhook: Endpoint): Write[] => [
  eventWrite(event),
  deliveryWrite(event, webhook),
  askedWrite({ merchantId: event.merchantId, webhookId: webhook.id, eventId: event.id }),
];

function askedWrite(wish: { merchantId: Id; webhookId: Id; eventId: Id }, id = newId()): Write {
  return { item: put({ ...askedKey(wish.webhookId, id), id, ...wish, expires: inDays(1) }) };
}

/** Stores the request to send a delivery again, whatever its outcome was. @throws NotFound, NoAccess */
export const askAgain = (
  delivery: Place & Pick<Delivery, 'merchantId'>,
  caller: Caller,
  alongside: readonly Write[],
): Promise<void> => {
  const { merchantId, webhookId, id } = delivery;
  const asked = newId();
  return transact([
    requireMember(merchantId, caller),
    ...alongside,
    { item: pendingAgain(delivery, asked), onFailed: () => new NotFound() },
    askedWrite({ merchantId, webhookId, eventId: id }, asked),
  ]);
};

const pendingAgain = (delivery: Place, asked: Id) => {
  const { listPk, listSk } = inDueList(delivery, Date.now());
  return update(
    keyOf(delivery),
    'SET #status = :pending, turn = turn + :one, asked = :asked, tried = :none, listPk = :listPk, listSk = :listSk REMOVE #next',
    { ':pending': 'pending', ':one': 1, ':none': 0, ':asked': asked, ':listPk': listPk, ':listSk': listSk },
    { condition: 'attribute_exists(pk)', names: { '#status': 'status', '#next': 'next' } },
  );
};

/**
 * Restarts a delivery, unless another run has changed it since it was read. Of several runs only one succeeds, and has to
 * send the message of the new turn.
 *
 * @param asked the name of the resend that it is started for, if any
 * @param pause in milliseconds, until it counts as stranded if there is no attempt
 * @returns whether it was started
 */
export function restartIfUnchanged(
  delivery: Delivery,
  { asked, pause = 0 }: { asked?: Id; pause?: number },
): Promise<boolean> {
  const { turn, status } = delivery;
  const { listPk, listSk } = inDueList(delivery, Date.now() + pause);
  const set = ['#status = :pending', 'turn = :after', 'listPk = :listPk', 'listSk = :listSk'];
  if (asked !== undefined) set.push('asked = :asked', 'tried = :none');
  const item = update(
    keyOf(delivery),
    `SET ${set.join(', ')} REMOVE #next`,
    {
      ':pending': 'pending',
      ':turn': turn,
      ':after': turn + 1,
      ':status': status,
      ':asked': asked,
      ':none': asked === undefined ? undefined : 0,
      ':listPk': listPk,
      ':listSk': listSk,
    },
    {
      condition: 'turn = :turn AND #status = :status',
      names: { '#status': 'status', '#next': 'next' },
    },
  );
  return unlessUnneeded([{ item, onFailed: unneeded }]);
}

/** Removes a delivery from the list of pending ones, as it will not be attempted. */
export async function unlist(delivery: Delivery): Promise<void> {
  const item = update(
    keyOf(delivery),
    'REMOVE listPk, listSk',
    { ':turn': delivery.turn },
    { condition: 'turn = :turn' },
  );
  await unlessUnneeded([{ item, onFailed: unneeded }]);
}

export const getDelivery = (
  webhookId: Id,
  eventId: Id,
  lane?: number,
): Promise<(Item & Delivery) | undefined> => get(deliveryKey(webhookId, eventId, lane));

/** A delivery in any lane, and the body of its event. */
export async function findDelivery({
  merchantId,
  webhookId,
  eventId,
}: {
  merchantId: Id;
  webhookId: Id;
  eventId: Id;
}): Promise<{ delivery?: Delivery; body?: string }> {
  const [first, event] = await Promise.all([
    getDelivery(webhookId, eventId),
    get<EventItem>(eventKey(merchantId, eventId)),
  ]);
  const lane = event?.lanes?.[webhookId];
  const delivery = lane === undefined ? first : await getDelivery(webhookId, eventId, lane);
  return { delivery, body: event && bodyOf(event) };
}

/** Lists the deliveries to an endpoint, from all of its lanes. */
export const listDeliveries = (
  { merchantId, webhookId }: { merchantId: Id; webhookId: Id },
  slice: Slice,
): AsyncIterable<Item & Delivery> => {
  const listsIn = (lane: number, lanes: number) => [
    listFrom<Delivery>(deliveriesTo(webhookId, lane), slice, batchOf(slice, lanes)),
  ];
  return ofLanesAt(webhookKey(merchantId, webhookId), listsIn, ({ id }) => id, slice);
};

/** The body of an event, exactly as every attempt sends it. */
export async function eventBody(merchantId: Id, id: Id): Promise<string | undefined> {
  const item = await get<EventItem>(eventKey(merchantId, id));
  return item && bodyOf(item);
}

const bodyOf = ({ body }: EventItem): string => gunzipSync(body).toString();

/**
 * Stores the outcome of an attempt, unless another outcome was stored since the delivery was read. Of two copies of a
 * message only one continues, so that the messages do not multiply.
 *
 * @param by the id of the message
 * @returns whether this outcome was stored
 */
export function recordAttempt(
  delivery: Delivery,
  by: string,
  outcome: Pick<Delivery, 'status' | 'next' | 'answer' | 'tried'> & { attempt?: DeliveryAttempt },
): Promise<boolean> {
  const { attempts, turn } = delivery;
  const all = [...attempts, ...(outcome.attempt ? [outcome.attempt] : [])].slice(-mostAttempts);
  const { status, next, answer, tried } = outcome;
  const set = ['#status = :status', 'attempts = :attempts', 'turn = :after', '#by = :by'];
  if (answer !== undefined) set.push('answer = :answer');
  if (tried !== undefined) set.push('tried = :tried');
  if (next !== undefined) set.push('#next = :next', 'listPk = :listPk', 'listSk = :listSk');
  const { listPk, listSk } = inDueList(delivery, Date.parse(next ?? '') || 0);
  const item = update(
    keyOf(delivery),
    `SET ${set.join(', ')}${next === undefined ? ' REMOVE #next, listPk, listSk' : ''}`,
    {
      ...(next === undefined ? {} : { ':listPk': listPk, ':listSk': listSk }),
      ':status': status,
      ':attempts': all,
      ':answer': answer,
      ':tried': tried,
      ':next': next,
      ':by': by,
      ':turn': turn,
      ':after': turn + 1,
    },
    { condition: 'turn = :turn', names: { '#status': 'status', '#next': 'next', '#by': 'by' } },
  );
  const isDone = (existing: Record<string, unknown> = {}) => existing.by === by && existing.turn === turn + 1;
  return writeOne({ item, onFailed: unneeded, onThrottled: widenFor(delivery) }, isDone);
}
