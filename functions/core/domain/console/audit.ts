import { bytesOf } from '#basics/first-bytes.ts';
import { firstCharacters } from '#basics/first-characters.ts';
import { webUrl } from '#basics/web-url.ts';
import type { UserCaller, UserRequest } from '../caller.ts';
import type { Id } from '../id.ts';

/**
 * An entry of a merchant's audit log: a request of a user of the console, stored before the request has any effect.
 */
export interface AuditEntry {
  id: Id;
  /** Absent for a change of the user's own passkeys, which concerns all of the user's merchants. */
  merchantId?: Id | undefined;
  /** The sender of the request: a user, or a till with its name. */
  user: { id: Id; email: string } | { id: Id; till: string };
  /** The route, `POST /transactions/{transactionId}/refunds`. */
  action: string;
  /** The ids in the path, except the merchant's. */
  about: Record<string, string>;
  /** The fields of the request as JSON, without long texts. */
  fields?: string;
  requestId: string;
  address: string;
  device: string;
  /** The status of the answer; absent if the request was cut off. Then nobody knows its outcome. */
  status?: number;
}

/**
 * The longest text in an entry, in characters. E-mail addresses, and URLs up to the end of their host, are shorter: a cut
 * address would not show where mails or deliveries go. A logo has many thousands.
 */
const longestText = 300;

/** The longest text in an entry, in characters, of a field that makes the entry too long. */
const shortText = 20;

/**
 * Routes whose entries have only the names of the fields: with content that Florin passes on to the acquirer and does not store,
 * or with a person who is erased, or wants to know.
 */
const unnamed = new Set([
  'POST /disputes/{disputeId}/evidence',
  'PUT /merchants/{merchantId}/erasures',
  'PUT /merchants/{merchantId}/disclosures',
]);

/**
 * The longest `fields`, in bytes, as DynamoDB bills each kilobyte of an entry. Above it, the longest fields are shortened first,
 * so that no user can hide one field behind another.
 */
const longest = 4000;

/** Whether a request belongs in the audit log, as it may change something. */
export const isAudited = ({ route }: Pick<UserCaller, 'route'>): boolean => !route.startsWith('GET ');

export function entryOf(
  id: Id,
  merchantId: Id | undefined,
  user: Pick<UserCaller, 'kind' | 'id' | 'route'>,
  { id: requestId, email, address, device, params, body }: UserRequest,
): AuditEntry {
  const { merchantId: _, ...about } = params;
  return {
    id,
    merchantId,
    user: user.kind === 'till' ? { id: user.id, till: email } : { id: user.id, email },
    action: user.route,
    about,
    fields: fieldsOf(user.route, body()),
    requestId,
    address,
    device,
  };
}

function fieldsOf(route: string, body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  const text = JSON.stringify(body, (name, value) => {
    if (name !== '' && unnamed.has(route)) return '…';
    return typeof value === 'string' ? shorten(readable(value), longestText) : value;
  });
  return bytesOf(text) > longest ? shortenFields(text) : text;
}

function shortenFields(text: string): string {
  const fields: Record<string, unknown> = JSON.parse(text);
  const lengthOf = (name: string): number => bytesOf(JSON.stringify(fields[name]));
  const names = Object.keys(fields).sort((one, other) => lengthOf(other) - lengthOf(one));
  for (const name of names) {
    const value = fields[name];
    fields[name] = typeof value === 'string' ? shorten(value, shortText) : '…';
    const shorter = JSON.stringify(fields);
    if (bytesOf(shorter) <= longest) return shorter;
  }
  return JSON.stringify('…');
}

/**
 * A long URL in its normal form, other texts unchanged. URLs may have hundreds of spaces or slashes before the host, and
 * the cut would hide the host.
 */
const readable = (text: string): string =>
  (JSON.stringify(text).length > longestText && webUrl(text)?.href) || text;

function shorten(text: string, most: number): string {
  const beginning = firstCharacters(text, most);
  return beginning === text ? text : `${beginning}…`;
}
