import type { Caller } from '#domain/caller.ts';
import { type Id, newId } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import { requireMember } from '../merchants/members.ts';
import { deliveriesTo, deliveryKey, eventKey, webhookKey } from '../table/keys.ts';
import { ofLanesAt } from '../table/lanes.ts';
import { batchOf, listFrom, type Slice } from '../table/list.ts';
import { get, type Item } from '../table/read.ts';
import { transact, update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneededWrite } from '../table/unneeded-writes.ts';
import { writeOne } from '../table/write-one.ts';
import {
  askedWrite,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
  inDueList,
  keyOf,
  type Place,
  widenFor,
} from './delivery-item.ts';
import { bodyOf, type EventItem } from './events.ts';

/** The most attempts that are stored, which is more than the retry schedule has. */
const mostAttempts = 20;

/**
 * Stores a request to send a delivery again. The outcome of earlier attempts does not matter.
 *
 * @throws NotFound, NoAccess
 */
export const requestRetry = (
  delivery: Place & Pick<Delivery, 'merchantId'>,
  caller: Caller,
  alongside: readonly Write[],
): Promise<void> => {
  const { merchantId, webhookId, id } = delivery;
  const asked = newId();
  return transact([
    requireMember(merchantId, caller),
    ...alongside,
    { item: makePending(delivery, asked), onFailed: () => new NotFound() },
    askedWrite({ merchantId, webhookId, eventId: id }, asked),
  ]);
};

const makePending = (delivery: Place, asked: Id) => {
  const { listPk, listSk } = inDueList(delivery, Date.now());
  return update(
    keyOf(delivery),
    'SET #status = :pending, turn = turn + :one, asked = :asked, tried = :none, listPk = :listPk, listSk = :listSk REMOVE #next',
    { ':pending': 'pending', ':one': 1, ':none': 0, ':asked': asked, ':listPk': listPk, ':listSk': listSk },
    { condition: 'attribute_exists(pk)', names: { '#status': 'status', '#next': 'next' } },
  );
};

/**
 * Restarts a delivery, unless another run has changed it since it was read. Only one of several runs succeeds, and
 * has to send the message of the new turn.
 *
 * @param asked the id of the resend that restarts the delivery, if there is one
 * @param pause the milliseconds after which the delivery counts as stranded if there was no attempt
 * @returns whether this run has restarted it
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
      ...(asked === undefined ? {} : { ':asked': asked, ':none': 0 }),
      ':listPk': listPk,
      ':listSk': listSk,
    },
    {
      condition: 'turn = :turn AND #status = :status',
      names: { '#status': 'status', '#next': 'next' },
    },
  );
  return unlessUnneeded([{ item, onFailed: unneededWrite }]);
}

/** Removes a delivery from the list of pending ones, as it will not be attempted. */
export async function unlist(delivery: Delivery): Promise<void> {
  const item = update(
    keyOf(delivery),
    'REMOVE listPk, listSk',
    { ':turn': delivery.turn },
    { condition: 'turn = :turn' },
  );
  await unlessUnneeded([{ item, onFailed: unneededWrite }]);
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

/** The most deliveries that one page searches for a status. */
export const mostSearched = 1000;

/**
 * Searches the list of deliveries for those of a status. No index has the status, because an index would make each of the
 * many attempts dearer for the rare search.
 *
 * @returns `stoppedAt`: the id of the last delivery that was searched, if the search has ended at {@link mostSearched}
 */
export function searchDeliveries(
  of: { merchantId: Id; webhookId: Id },
  slice: Slice,
  status: DeliveryStatus,
): { found: AsyncIterable<Delivery>; stoppedAt(): Id | undefined } {
  let stoppedAt: Id | undefined;
  async function* find(): AsyncGenerator<Delivery> {
    let searched = 0;
    for await (const delivery of listDeliveries(of, { ...slice, limit: Math.max(slice.limit, batch) })) {
      if (delivery.status === status) yield delivery;
      searched += 1;
      if (searched < mostSearched) continue;
      stoppedAt = delivery.id;
      return;
    }
  }
  return { found: find(), stoppedAt: () => stoppedAt };
}

/** The number of deliveries that a search reads at a time. */
const batch = 250;

/**
 * Stores the outcome of an attempt, unless another outcome was stored since the delivery was read. Only one of two copies
 * of a message continues, so that the messages do not multiply.
 *
 * @param by the id of the message that caused the attempt
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
      ...(next === undefined ? {} : { ':next': next, ':listPk': listPk, ':listSk': listSk }),
      ...(answer === undefined ? {} : { ':answer': answer }),
      ...(tried === undefined ? {} : { ':tried': tried }),
      ':status': status,
      ':attempts': all,
      ':by': by,
      ':turn': turn,
      ':after': turn + 1,
    },
    { condition: 'turn = :turn', names: { '#status': 'status', '#next': 'next', '#by': 'by' } },
  );
  const isDone = (existing: Record<string, unknown> = {}) => existing.by === by && existing.turn === turn + 1;
  return writeOne({ item, onFailed: unneededWrite, onThrottled: widenFor(delivery) }, isDone);
}
