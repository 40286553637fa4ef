import { daySeconds, inSeconds } from '#basics/time.ts';
import type { AuditEntry } from '#domain/console/audit.ts';
import type { Id } from '#domain/id.ts';
import { listUsers } from '../merchants/members.ts';
import { auditKey, auditOf, ownAuditOf } from '../table/keys.ts';
import { firstOf, listFrom, merge, type Slice } from '../table/list.ts';
import type { Item } from '../table/read.ts';
import { put, transact, update } from '../table/transact.ts';

/**
 * In seconds: how long the entries of test merchants stay, those of users about their own passkeys, and those of refused
 * requests, which anybody can send any number of. The other entries of live merchants stay for ever.
 */
const lifetime = 400 * daySeconds;

/** An entry, and whose log has it: a merchant's, or that of a user. */
export interface NewEntry {
  entry: AuditEntry;
  /** Whether the entry stays for ever if the request has succeeded. */
  stays?: boolean;
}

const keyOf = ({ merchantId, user, id }: AuditEntry) =>
  merchantId === undefined ? { pk: ownAuditOf(user.id).pk, sk: id } : auditKey(merchantId, id);

/** Appends an entry. An entry changes only once, when its status is set, and no request deletes an entry. */
export function appendEntry({ entry }: NewEntry): Promise<void> {
  const expires = inSeconds(Date.now()) + lifetime;
  const item = { ...keyOf(entry), ...entry, expires };
  return transact([{ item: put(item, 'attribute_not_exists(pk)') }]);
}

/** Sets the status of the answer in an entry that has no status yet. A request with an effect then stays, if it should. */
export function setStatus({ entry, stays = false }: NewEntry, status: number): Promise<void> {
  const item = update(
    keyOf(entry),
    stays && status < 400 ? 'SET #status = :status REMOVE expires' : 'SET #status = :status',
    { ':status': status },
    {
      condition: 'attribute_exists(pk) AND attribute_not_exists(#status)',
      names: { '#status': 'status' },
    },
  );
  return transact([{ item }]);
}

/** The most users whose own entries a merchant's log shows, and the number of entries that is read of each at a time. */
const [mostUsers, atOnce] = [50, 10];

/**
 * The entries of a merchant, the newest first, with those of its users about their own passkeys, from the time at which
 * each has joined. The latter are stored once for all merchants of a user, as a user can have a thousand.
 */
export async function* listEntries(merchantId: Id, slice: Slice): AsyncGenerator<Item & AuditEntry> {
  const users = await firstOf(listUsers(merchantId, { limit: mostUsers }), mostUsers);
  const own = users
    .filter(({ invited }) => invited === undefined)
    .map(({ id, admission }) => {
      const from = [slice.from ?? '', admission ?? ''].sort().at(-1) || undefined;
      return listFrom<AuditEntry>(ownAuditOf(id), { ...slice, from }, atOnce);
    });
  yield* merge([listFrom<AuditEntry>(auditOf(merchantId), slice), ...own], ({ id }) => id, slice);
}

/** The entries of a merchant that stay for ever, the oldest first. */
export async function* listLastingEntries(merchantId: Id, slice: Slice): AsyncGenerator<AuditEntry> {
  for await (const entry of listFrom<AuditEntry>(auditOf(merchantId), slice))
    if (entry.expires === undefined) yield entry;
}
