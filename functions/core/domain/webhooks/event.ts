import { createHash } from 'node:crypto';
import { printJson } from '#basics/print-json.ts';
import type { eventTypes } from '#schemas/event-types.ts';
import type { Id } from '../id.ts';

export type EventType = (typeof eventTypes)[number];

/** Of the body of events: raised where a receiver of the one before would misread the next. */
export const eventVersion = 1 as const;

/** Something that happened, as the body of its event has it. */
export interface Event {
  id: Id;
  type: EventType;
  /** When it happened, ISO 8601. */
  created: string;
  merchantId: Id;
  /** Whether the merchant is a test one. */
  test: boolean;
  version: typeof eventVersion;
  /** Of what happens to one transaction: the higher, the later. */
  sequence?: number;
  /** The object as `GET` shows it, under its name. */
  data: Record<string, unknown>;
}

/** In bytes: Standard Webhooks asks for bodies of at most 20 KB, which every server takes. */
const mostEventBytes = 20_000;

/** An event, or where its body would be too large: the same one, with the path of its transaction in place of that. */
export function capped(event: Event): Event {
  const { transaction } = event.data as { transaction?: { id: Id } };
  if (!transaction || Buffer.byteLength(printJson(event)) <= mostEventBytes) return event;
  const { id } = transaction;
  return { ...event, data: { transaction: { id, href: `/transactions/${id}` } } };
}

/**
 * The id of an event: the time of what happened, as ids have it, and a digest of what it was. Whoever sees the same
 * thing twice makes the same id of it.
 *
 * @param at milliseconds since 1970
 * @param source names what happened, as nothing else does
 */
export function eventId(at: number, type: EventType, source: string): Id {
  const seconds = Math.floor(at / 1000);
  const time = seconds.toString(16).padStart(8, '0') + (at - seconds * 1000).toString(16).padStart(3, '0');
  return time + createHash('sha256').update(`${type} ${source}`).digest('hex').slice(0, 13);
}
