import { gunzipSync, gzipSync } from 'node:zlib';
import { printJson } from '#basics/print-json.ts';
import { type Id, newId } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import type { Event, EventType } from '#domain/webhooks/event.ts';
import type { Webhook } from '#domain/webhooks/webhook.ts';
import { requireMember } from './members.ts';
import { askedKey, deliveriesTo, deliveryKey, eventKey, undeliveredOf } from './table/keys.ts';
import { listFrom, type Slice } from './table/list.ts';
import { get, type Item } from './table/read.ts';
import { put, transact, update, type Write } from './table/transact.ts';
import { unlessUnneeded, unneeded } from './table/unneeded.ts';

/** An event for one endpoint, and the state of its delivery. */
export interface Delivery {
  /** The event's. */
  id: Id;
  merchantId: Id;
  webhookId: Id;
  type: EventType;
  status: DeliveryStatus;
  /** The last ones, oldest first. */
  attempts: DeliveryAttempt[];
  /** The beginning of the last answer. */
  answer?: string;
  /** When the next attempt is due, ISO 8601. */
  next?: string;
  /** Goes up with each attempt, and with each wish for a new one: only the message that knows it counts. */
  turn: number;
  /** The message that made the last attempt. */
  by?: string;
  /** The resend that has begun this delivery anew. */
  asked?: Id;
  /** Present while it is listed as pending, for the job that finds the stranded ones. */
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
  /** Milliseconds. */
  duration: number;
}

/** A delivery that a merchant asks to be made again. An earlier release wrote `since` in place of `eventId`, for a resend. */
export type Asked = { id: Id; merchantId: Id; webhookId: Id } & ({ eventId: Id } | { since: Id });

/** An endpoint as deliveries know it. */
type Endpoint = Pick<Webhook, 'id' | 'url'>;

/**
 * In milliseconds: a delivery that nobody has attempted so long after it was due counts as stranded. More than SQS hides
 * a message for (15 minutes), as a message that is due later is put back so often.
 */
const grace = 20 * 60_000;

/** So many attempts are kept, all of the usual ones. */
const mostAttempts = 20;

const day = 24 * 60 * 60;
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * day;
const keptFor = 30;

/**
 * Stores an event, with a delivery for each of these endpoints. An event that comes twice is stored once, in its first
 * form. If an earlier call died halfway, this one completes it.
 */
export async function storeEvent(event: Event, webhooks: readonly Endpoint[]): Promise<void> {
  await unlessUnneeded([eventWrite(event)]);
  await Promise.all(webhooks.map((webhook) => unlessUnneeded([deliveryWrite(event, webhook)])));
}

/** Compressed, as a long trail repeats itself. */
const eventWrite = (event: Event): Write => ({
  item: put(
    {
      ...eventKey(event.merchantId, event.id),
      body: gzipSync(printJson(event)),
      // A little longer than its deliveries.
      expires: inDays(keptFor + 1),
    },
    'attribute_not_exists(pk)',
  ),
  onFailed: unneeded,
});

const deliveryWrite = ({ id, merchantId, type }: Event, webhook: Endpoint): Write => {
  const delivery: Delivery = {
    id,
    merchantId,
    webhookId: webhook.id,
    type,
    status: 'pending',
    attempts: [],
    turn: 0,
  };
  return {
    item: put(
      {
        ...deliveryKey(webhook.id, id),
        ...delivery,
        // Without a server it stays pending, and nobody is to move it.
        ...(webhook.url === undefined ? {} : listed(delivery, Date.now())),
        expires: inDays(keptFor),
      },
      'attribute_not_exists(pk)',
    ),
    onFailed: unneeded,
  };
};

/** In the list of what is pending, by when it counts as stranded. @param due milliseconds since 1970 */
const listed = ({ webhookId, id }: Pick<Delivery, 'webhookId' | 'id'>, due: number) => ({
  listPk: undeliveredOf(id),
  listSk: `${new Date(due + grace).toISOString()}#${webhookId}#${id}`,
});

/** Stores an event for one endpoint, and that somebody asked for it: it goes out from the table's stream. */
export const storeAskedEvent = (
  event: Event,
  webhook: Endpoint,
  appId: Id,
  alongside: readonly Write[],
): Promise<void> =>
  transact([requireMember(event.merchantId, appId), ...alongside, ...askedEvent(event, webhook)]);

/** The writes of an event for one endpoint that somebody asked for. */
export const askedEvent = (event: Event, webhook: Endpoint): Write[] => [
  eventWrite(event),
  deliveryWrite(event, webhook),
  askedWrite({ merchantId: event.merchantId, webhookId: webhook.id, eventId: event.id }),
];

function askedWrite(wish: { merchantId: Id; webhookId: Id; eventId: Id }, id = newId()): Write {
  return { item: put({ ...askedKey(wish.webhookId, id), id, ...wish, expires: inDays(1) }) };
}

/** Has a delivery made again, whatever became of it. @throws NotFound, NoAccess */
export const askAgain = (
  { merchantId, webhookId, id }: Pick<Delivery, 'merchantId' | 'webhookId' | 'id'>,
  appId: Id,
  alongside: readonly Write[],
): Promise<void> => {
  const asked = newId();
  return transact([
    requireMember(merchantId, appId),
    ...alongside,
    { item: pendingAgain(webhookId, id, asked), onFailed: () => new NotFound() },
    askedWrite({ merchantId, webhookId, eventId: id }, asked),
  ]);
};

const pendingAgain = (webhookId: Id, id: Id, asked: Id) => {
  const { listPk, listSk } = listed({ webhookId, id }, Date.now());
  return update(
    deliveryKey(webhookId, id),
    'SET #status = :pending, turn = turn + :one, asked = :asked, listPk = :listPk, listSk = :listSk REMOVE #next',
    { ':pending': 'pending', ':one': 1, ':asked': asked, ':listPk': listPk, ':listSk': listSk },
    { condition: 'attribute_exists(pk)', names: { '#status': 'status', '#next': 'next' } },
  );
};

/**
 * Begins a delivery anew, unless somebody else has moved it since it was read: of several who do so one goes on, and has
 * to send the message of the new turn.
 *
 * @param asked names the resend that it is begun for, if it is one
 * @param pause in milliseconds, until it counts as stranded where nobody attempts it
 * @returns whether it was begun
 */
export function beginAnew(
  { webhookId, id, turn, status }: Delivery,
  { asked, pause = 0 }: { asked?: Id; pause?: number },
): Promise<boolean> {
  const { listPk, listSk } = listed({ webhookId, id }, Date.now() + pause);
  const set = ['#status = :pending', 'turn = :after', 'listPk = :listPk', 'listSk = :listSk'];
  if (asked !== undefined) set.push('asked = :asked');
  const item = update(
    deliveryKey(webhookId, id),
    `SET ${set.join(', ')} REMOVE #next`,
    {
      ':pending': 'pending',
      ':turn': turn,
      ':after': turn + 1,
      ':status': status,
      ':asked': asked,
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

/** Takes a delivery that nobody is to move off the list of those that are pending. */
export async function unlist({ webhookId, id, turn }: Delivery): Promise<void> {
  const item = update(
    deliveryKey(webhookId, id),
    'REMOVE listPk, listSk',
    { ':turn': turn },
    { condition: 'turn = :turn' },
  );
  await unlessUnneeded([{ item, onFailed: unneeded }]);
}

export const getDelivery = (webhookId: Id, eventId: Id): Promise<(Item & Delivery) | undefined> =>
  get(deliveryKey(webhookId, eventId));

export const listDeliveries = (webhookId: Id, slice: Slice): AsyncIterable<Item & Delivery> =>
  listFrom<Delivery>(deliveriesTo(webhookId), slice);

/** The body of an event, byte for byte as it is sent each time. */
export async function eventBody(merchantId: Id, id: Id): Promise<string | undefined> {
  const item = await get<Item & { body: Uint8Array }>(eventKey(merchantId, id));
  return item && gunzipSync(item.body).toString();
}

/**
 * Notes what became of an attempt, if nobody has noted another one since the delivery was read: of two messages that say
 * the same one goes on, so that they never become more.
 *
 * @param by names the message
 * @returns whether it was this one
 */
export function recordAttempt(
  { webhookId, id, attempts, turn }: Delivery,
  by: string,
  outcome: Pick<Delivery, 'status' | 'next' | 'answer'> & { attempt?: DeliveryAttempt },
): Promise<boolean> {
  const all = [...attempts, ...(outcome.attempt ? [outcome.attempt] : [])].slice(-mostAttempts);
  const { status, next, answer } = outcome;
  const set = ['#status = :status', 'attempts = :attempts', 'turn = :after', '#by = :by'];
  if (answer !== undefined) set.push('answer = :answer');
  if (next !== undefined) set.push('#next = :next', 'listPk = :listPk', 'listSk = :listSk');
  const { listPk, listSk } = listed({ webhookId, id }, Date.parse(next ?? '') || 0);
  const item = update(
    deliveryKey(webhookId, id),
    `SET ${set.join(', ')}${next === undefined ? ' REMOVE #next, listPk, listSk' : ''}`,
    {
      ...(next === undefined ? {} : { ':listPk': listPk, ':listSk': listSk }),
      ':status': status,
      ':attempts': all,
      ':answer': answer,
      ':next': next,
      ':by': by,
      ':turn': turn,
      ':after': turn + 1,
    },
    { condition: 'turn = :turn', names: { '#status': 'status', '#next': 'next', '#by': 'by' } },
  );
  return unlessUnneeded([{ item, onFailed: unneeded }]);
}
