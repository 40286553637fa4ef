import { createHash } from 'node:crypto';
import { printJson } from '#basics/print-json.ts';
import { inSeconds } from '#basics/time.ts';
import type { eventTypes } from '#schemas/event-types.ts';
import type { Id } from '../id.ts';

export type EventType = (typeof eventTypes)[number];

/** The version of the body of events. It is raised if receivers of the present version would misread the next. */
export const eventVersion = 1 as const;

/** The body of an event, as endpoints receive it. */
export interface Event {
  id: Id;
  type: EventType;
  /** The time of the change, ISO 8601. */
  created: string;
  merchantId: Id;
  /** Whether the merchant is a test one. */
  test: boolean;
  version: typeof eventVersion;
  /** The order of the events of one transaction: a later change has a higher number. */
  sequence?: number;
  /** The changed object as `GET` shows it, under the name of its type. */
  data: Record<string, unknown>;
}

/** In bytes. Standard Webhooks asks for bodies of at most 20 KB, which every server accepts. */
const mostEventBytes = 20_000;

/**
 * Keeps an event's body within the limit. If the body is too large, the path of the transaction replaces the
 * transaction itself.
 */
export function capBody(event: Event): Event {
  const { transaction } = event.data as { transaction?: { id: Id } };
  if (!transaction || Buffer.byteLength(printJson(event)) <= mostEventBytes) return event;
  const { id } = transaction;
  return { ...event, data: { transaction: { id, href: `/transactions/${id}` } } };
}

/** The transaction that an event is about; undefined for an event of a merchant, an endpoint or a payout. */
export function transactionOf({ data }: Pick<Event, 'data'>): Id | undefined {
  const about = Object.values(data)[0] as { id?: Id; transactionId?: Id | null } | undefined;
  return 'transaction' in data ? about?.id : (about?.transactionId ?? undefined);
}

/**
 * The id of an event: the time of the change, and a digest of its type and source. The same change always makes the
 * same id.
 *
 * @param at milliseconds since 1970
 * @param source identifies the change among those of its type
 */
export function eventId(at: number, type: EventType, source: string): Id {
  const seconds = inSeconds(at);
  const time = seconds.toString(16).padStart(8, '0') + (at - seconds * 1000).toString(16).padStart(3, '0');
  return time + createHash('sha256').update(`${type} ${source}`).digest('hex').slice(0, 13);
}
