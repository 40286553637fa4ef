import { isIP } from 'node:net';
import { isPublicAddress } from '#basics/address.ts';
import { webUrl } from '#basics/web-url.ts';
import { type Id, idTime } from '../id.ts';
import type { Fault } from '../outcome.ts';
import type { EventType } from './event.ts';

/** How many endpoints a merchant can have. */
export const mostWebhooks = 10;

/** A merchant's endpoint, which receives events. */
export interface Webhook {
  id: Id;
  merchantId: Id;
  /** Whether the merchant is a test one. */
  test: boolean;
  /** Its server; none for an endpoint whose deliveries are only looked at. */
  url?: string;
  /** The event types that it receives; all types if absent. */
  events?: EventType[];
  description?: string;
  /** The app that made it, which mails about it count for. */
  appId: Id;
  /** One, or two while a receiver changes from the old to the new. */
  secrets: WebhookSecret[];
  /** Its server has to answer a test event with this before it gets any other; absent once it has, or if nobody asked. */
  challenge?: string;
  /** Why the last test event did not verify it, in words. */
  challengeError?: string;
  /** When it was switched off, ISO 8601, and by whom. */
  disabled?: { at: string; by: 'merchant' | 'failures' };
}

export interface WebhookSecret {
  id: Id;
  /** As the vault has it. */
  sealed: string;
}

export const listensTo = ({ events, disabled }: Webhook, type: EventType): boolean =>
  disabled === undefined && (type === 'webhook.tested' || events === undefined || events.includes(type));

/** In milliseconds, how far clocks may be apart. */
const skew = 5_000;
const minute = 60_000;

/**
 * Whether an endpoint was there when something was written: what was written before is not for it. In doubt it was, as
 * records of a stream know the second, or only the minute, rounded down
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_StreamRecord.html).
 *
 * @param at when it was written, in milliseconds since 1970; 0 where nobody knows
 */
export const wasThere = (endpoint: Id, at: number): boolean =>
  at === 0 || idTime(endpoint) - skew <= at + (at % minute === 0 ? minute : 0);

/** The servers that may be endpoints: those of the Internet, by https, or on a laptop also its own, by http. */
export type Reach = 'public' | 'any';

/**
 * An address that events may be sent to. Its host is looked up, and checked, when something is sent; what is refused
 * here would never be.
 */
export function webhookUrl(text: string, reach: Reach): URL | undefined {
  const url = webUrl(text);
  if (!url || reach === 'any') return url;
  const host = hostOf(url);
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  if (isIP(host) ? !isPublicAddress(host) : !isPublicName(host)) return undefined;
  return url;
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Top-level names that nobody can have on the Internet: those that RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476 and
 * ICANN keep for other purposes, and those that networks of companies and homes use on their own.
 */
const privateNames = new Set([
  ...['alt', 'arpa', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'],
  ...[
    'corp',
    'home',
    'mail',
    'intra',
    'intranet',
    'lan',
    'localdomain',
    'priv',
    'private',
    'wan',
    'workgroup',
  ],
  ...['belkin', 'dhcp', 'gateway', 'localnet', 'modem', 'router', 'cluster', 'consul', 'docker', 'svc'],
]);

/** Names without a dot, and those that are kept for private networks, are none on the Internet. */
function isPublicName(host: string): boolean {
  const [, last] = /\.([a-z0-9-]*[a-z][a-z0-9-]*)\.?$/.exec(host) ?? [];
  return last !== undefined && !privateNames.has(last);
}

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
