import { inSeconds } from '#basics/time.ts';
import type { AuditEntry } from '#domain/console/audit.ts';
import type { Id } from '#domain/id.ts';
import { auditKey, auditOf } from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import type { Item } from '../table/read.ts';
import { put, transact, update, type Write } from '../table/transact.ts';

/** In seconds: how long the entries of test merchants stay. The entries of live merchants stay for ever. */
const testLifetime = 400 * 24 * 60 * 60;

/** The most entries that DynamoDB writes in one transaction. A user whom strangers invite has hundreds of merchants. */
const mostAtOnce = 100;

/** Performs one write for each of the things, in as few requests as possible. */
async function writeAll<T>(things: readonly T[], writeOf: (thing: T) => Write): Promise<void> {
  for (let first = 0; first < things.length; first += mostAtOnce)
    await transact(things.slice(first, first + mostAtOnce).map(writeOf));
}

/** An entry, and whether its merchant is a test one. */
export interface NewEntry {
  entry: AuditEntry;
  test: boolean;
}

/** Appends entries. An entry changes only once, when its status is set, and no request deletes an entry. */
export const appendEntries = (entries: readonly NewEntry[]): Promise<void> =>
  writeAll(entries, ({ entry, test }) => {
    const expires = test ? inSeconds(Date.now()) + testLifetime : undefined;
    const item = { ...auditKey(entry.merchantId, entry.id), ...entry, expires };
    return { item: put(item, 'attribute_not_exists(pk)') };
  });

/** Sets the status of the answer in entries that have no status yet. */
export const setStatus = (entries: readonly NewEntry[], status: number): Promise<void> =>
  writeAll(entries, ({ entry: { id, merchantId } }) => ({
    item: update(
      auditKey(merchantId, id),
      'SET #status = :status',
      { ':status': status },
      {
        condition: 'attribute_exists(pk) AND attribute_not_exists(#status)',
        names: { '#status': 'status' },
      },
    ),
  }));

/** The entries of a merchant, the newest first. */
export const listEntries = (merchantId: Id, slice: Slice): AsyncIterable<Item & AuditEntry> =>
  listFrom<AuditEntry>(auditOf(merchantId), slice);
