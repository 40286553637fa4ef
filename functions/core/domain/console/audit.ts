import { firstCharacters } from '#basics/first-characters.ts';
import type { UserCaller, UserRequest } from '../caller.ts';
import type { Id } from '../id.ts';

/**
 * An entry of a merchant's audit log: a request of a user of the console, stored before the request has any effect.
 */
export interface AuditEntry {
  id: Id;
  merchantId: Id;
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

/** The longest text in an entry, in characters. A logo has many thousands. */
const longestText = 200;

/** Routes with content that Florin passes on to the acquirer and does not store. Their entries have only the names of the fields. */
const passedOn = new Set(['POST /disputes/{disputeId}/evidence']);

/** The longest `fields`, in characters. */
const longest = 4000;

/** Whether a request belongs in the audit log, as it may change something. */
export const isAudited = ({ route }: Pick<UserCaller, 'route'>): boolean => !route.startsWith('GET ');

export function entryOf(
  id: Id,
  merchantId: Id,
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
    if (name !== '' && passedOn.has(route)) return '…';
    return typeof value === 'string' ? shorten(value) : value;
  });
  return text.length > longest ? undefined : text;
}

function shorten(text: string): string {
  const beginning = firstCharacters(text, longestText);
  return beginning === text ? text : `${beginning}…`;
}
