import { gunzipSync, gzipSync } from 'node:zlib';
import { printJson } from '#basics/print-json.ts';
import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import type { Event } from '#domain/webhooks/event.ts';
import { requireMember } from '../merchants/members.ts';
import { eventKey } from '../table/keys.ts';
import { laneFor, lanesOf } from '../table/lanes.ts';
import { get, type Item } from '../table/read.ts';
import { put, transact, type Write } from '../table/transact.ts';
import { unneededWrite } from '../table/unneeded-writes.ts';
import { writeOne } from '../table/write-one.ts';
import { askedWrite, deliveryWrite, type Endpoint, inDays, keptFor } from './delivery-item.ts';

/** The lanes of an event's deliveries, by endpoint. Deliveries in the first lane have no entry. */
type LanesOfEvent = Record<Id, number>;

/**
 * Stores an event, with a delivery for each of these endpoints. An event that comes twice is stored once, in its first
 * form. If an earlier call died halfway, this one completes it.
 *
 * @returns the lanes of the deliveries. The event stores its lanes, as an endpoint may have more lanes when the event
 *   comes again
 */
export async function storeEvent(event: Event, webhooks: readonly Endpoint[]): Promise<LanesOfEvent> {
  let lanes: LanesOfEvent = Object.fromEntries(
    webhooks
      .map((webhook) => [webhook.id, laneFor(webhook.id, event.id, lanesOf(webhook))] as const)
      .filter(([, lane]) => lane > 0),
  );
  const onFailed = (existing: unknown) => {
    lanes = (existing as Partial<EventItem> | undefined)?.lanes ?? {};
    return unneededWrite();
  };
  await writeOne({ ...eventWrite(event, lanes), onFailed });
  await Promise.all(webhooks.map((webhook) => writeOne(deliveryWrite(event, webhook, lanes[webhook.id]))));
  return lanes;
}

export type EventItem = Item & { body: Uint8Array; lanes?: LanesOfEvent };

/** The body is compressed, as a long trail has much repetition. */
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
  onFailed: unneededWrite,
});

/**
 * Stores an event that a caller has requested for one endpoint, such as a test event. The table's stream starts its
 * delivery.
 */
export const storeAskedEvent = (
  event: Event,
  webhook: Endpoint,
  caller: Caller,
  alongside: readonly Write[],
): Promise<void> =>
  transact([requireMember(event.merchantId, caller), ...alongside, ...askedEvent(event, webhook)]);

/** The writes of an event that a caller has requested for one endpoint. */
export const askedEvent = (event: Event, webhook: Endpoint): Write[] => [
  eventWrite(event),
  deliveryWrite(event, webhook),
  askedWrite({ merchantId: event.merchantId, webhookId: webhook.id, eventId: event.id }),
];

/** The body of an event, exactly as every attempt sends it. */
export async function eventBody(merchantId: Id, id: Id): Promise<string | undefined> {
  const item = await get<EventItem>(eventKey(merchantId, id));
  return item && bodyOf(item);
}

export const bodyOf = ({ body }: EventItem): string => gunzipSync(body).toString();
