import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import type { BookkeepingChange } from '#domain/ledger/bookkeeping.ts';
import { Conflict } from '#domain/outcome.ts';
import { requireMember } from '../merchants/members.ts';
import { bookkeepingKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put, transact } from '../table/transact.ts';

/** The choices of a merchant, which replace the defaults. `version` counts the writes. */
export interface StoredBookkeeping {
  version: number;
  change: BookkeepingChange;
}

export const readBookkeeping = async (merchantId: Id): Promise<StoredBookkeeping> =>
  (await get<Item & StoredBookkeeping>(bookkeepingKey(merchantId))) ?? { version: 0, change: {} };

/** @throws Conflict if somebody has changed it in the meantime, NoAccess */
export const storeBookkeeping = (
  merchantId: Id,
  caller: Caller,
  { version }: StoredBookkeeping,
  change: BookkeepingChange,
): Promise<void> =>
  transact([
    requireMember(merchantId, caller),
    {
      item:
        version === 0
          ? put({ ...bookkeepingKey(merchantId), version: 1, change }, 'attribute_not_exists(pk)')
          : put({ ...bookkeepingKey(merchantId), version: version + 1, change }, 'version = :version', {
              ':version': version,
            }),
      onFailed: () => new Conflict('Somebody has changed the accounts in the meantime'),
    },
  ]);
