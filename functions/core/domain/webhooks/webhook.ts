import { minute } from '#basics/time.ts';
import { eventTypes } from '#schemas/event-types.ts';
import { type Id, idTime } from '../id.ts';
import type { Fault } from '../outcome.ts';
import { type Reach, webhookUrl } from './endpoint-url.ts';
import type { EventType } from './event.ts';

/** The most endpoints of a merchant. */
export const mostWebhooks = 10;

/** A merchant's endpoint, which receives events. */
export interface Webhook {
  id: Id;
  merchantId: Id;
  /** Whether the merchant is a test one. */
  test: boolean;
  /** The URL of the merchant's server; absent for an endpoint whose deliveries are only listed in the API. */
  url?: string;
  /** The event types that the endpoint receives; all types if absent. */
  events?: EventType[];
  description?: string;
  /** The app that has made the endpoint. Mails about the endpoint count against the app's quota. */
  appId: Id;
  /** One secret. Two while a receiver changes from the old one to the new one. */
  secrets: WebhookSecret[];
  /**
   * The challenge that the server must return for a test event, before it gets other events. Absent once the server
   * has returned it, and on stages that do not challenge endpoints.
   */
  challenge?: string;
  /** Why the server's last answer to the challenge was wrong, in words. */
  challengeError?: string;
  /** When the endpoint was switched off, ISO 8601, and the cause. */
  disabled?: { at: string; by: 'merchant' | 'failures' };
}

export interface WebhookSecret {
  id: Id;
  /** The secret, encrypted by the vault. */
  sealed: string;
}

/**
 * The event types of an endpoint as Florin stores them. A list of all types is stored as undefined, so that the
 * endpoint also gets types of later releases.
 */
export const storedEventTypes = (events: EventType[] | undefined): EventType[] | undefined =>
  events && eventTypes.every((type) => type === 'webhook.tested' || events.includes(type))
    ? undefined
    : events;

export const listensTo = ({ events, disabled }: Webhook, type: EventType): boolean =>
  disabled === undefined && (type === 'webhook.tested' || events === undefined || events.includes(type));

/** In milliseconds: the greatest difference that Florin expects between clocks. */
const skew = 5_000;
/**
 * Whether an endpoint existed when a change was written, since it must not get earlier events. In doubt it counts as
 * existing: records of a stream have the time rounded down to the second, or only to the minute
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html).
 *
 * @param at time of the write, in milliseconds since 1970; 0 if unknown
 */
export const existedAt = (endpoint: Id, at: number): boolean =>
  at === 0 || idTime(endpoint) - skew <= at + (at % minute === 0 ? minute : 0);

/** Returns the faults of an endpoint's settings. */
export const webhookFaults =
  (reach: Reach) =>
  ({ url, events }: { url?: string; events?: readonly string[] }): Fault[] => {
    const faults: Fault[] = [];
    if (url !== undefined && !webhookUrl(url, reach))
      faults.push({
        field: 'url',
        message: 'Must be an https URL of a host on the Internet, on port 443, without credentials',
      });
    if (events !== undefined && new Set(events).size < events.length)
      faults.push({ field: 'events', message: 'Must name each type once' });
    return faults;
  };
