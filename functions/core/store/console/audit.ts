import { inSeconds } from '#basics/seconds.ts';
import type { AuditEntry } from '#domain/console/audit.ts';
import type { Id } from '#domain/id.ts';
import { auditKey, auditOf } from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import type { Item } from '../table/read.ts';
import { put, transact, update } from '../table/transact.ts';

/** In seconds: how long the entries of test merchants stay. Those of live merchants stay for ever. */
const testLifetime = 400 * 24 * 60 * 60;

/** Appends an entry. Entries are never removed, and only their status is set later, once. */
export const appendEntry = (entry: AuditEntry, test: boolean): Promise<void> => {
  const expires = test ? inSeconds(Date.now()) + testLifetime : undefined;
  const item = put(
    { ...auditKey(entry.merchantId, entry.id), ...entry, expires },
    'attribute_not_exists(pk)',
  );
  return transact([{ item }]);
};

/** Sets the status of the answer, once. */
export const setStatus = ({ id, merchantId }: AuditEntry, status: number): Promise<void> =>
  transact([
    {
      item: update(
        auditKey(merchantId, id),
        'SET #status = :status',
        { ':status': status },
        {
          condition: 'attribute_exists(pk) AND attribute_not_exists(#status)',
          names: { '#status': 'status' },
        },
      ),
    },
  ]);

/** The entries of a merchant, the newest first. */
export const listEntries = (merchantId: Id, slice: Slice): AsyncIterable<Item & AuditEntry> =>
  listFrom<AuditEntry>(auditOf(merchantId), slice);
