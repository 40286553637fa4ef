import { consoleUrl } from '#aws/console-url.ts';
import type { Id } from '#domain/id.ts';
import { mailboxOf } from '#domain/mail/mail-quotas.ts';
import { type Notices, noticesOf } from '#domain/mail/notices.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { roleOf } from '#domain/merchants/roles.ts';
import { listUsers } from '#store/merchants/members.ts';

/** The most users who get a mail, and the most users whose choice Florin reads. */
const [mostReaders, mostUsers] = [20, 1000];

/** The users of a merchant, by what they have chosen. */
export interface Readers {
  /** The addresses of users who want the mail. */
  readers: string[];
  /** The mailboxes of users who do not want the mail. */
  others: Set<string>;
}

/**
 * Reads which users of a merchant want a mail. A user who was removed is in neither list.
 *
 * @param kind undefined for mails that nobody can turn off
 */
export async function readersOf(merchant: Merchant, kind: keyof Notices | undefined): Promise<Readers> {
  const readers: string[] = [];
  const others = new Set<string>();
  for await (const user of listUsers(merchant.id, { limit: mostUsers })) {
    const isWanted = kind === undefined || noticesOf(user, merchant)[kind];
    if (!isWanted) others.add(mailboxOf(user.email));
    else if (readers.length < mostReaders) readers.push(user.email);
  }
  return { readers, others };
}

/** The addresses of a merchant's owners. A merchant that nobody owns in the console has its own address. */
export async function ownersOf({ id, email }: Merchant): Promise<string[]> {
  const owners = new Map<string, string>();
  for await (const user of listUsers(id, { limit: mostUsers })) {
    const isOwner = user.invited === undefined && roleOf(user) === 'owner';
    if (isOwner && owners.size < mostReaders) owners.set(mailboxOf(user.email), user.email);
  }
  return owners.size > 0 ? [...owners.values()] : [email];
}

/** The URL of a merchant's pages in the console, to which a page's path is added. */
export const merchantPages = (merchantId: Id): string => `${consoleUrl}/#/${merchantId}`;
