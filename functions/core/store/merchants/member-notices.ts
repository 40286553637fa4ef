import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import type { Notices, Reader } from '#domain/mail/notices.ts';
import { NoAccess } from '#domain/outcome.ts';
import { listOwnSummary } from '../mail/summaries.ts';
import { type Key, membershipKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { repeatWhileStale, StaleRead } from '../table/retry.ts';
import { mustExist, transact, update } from '../table/transact.ts';
import type { UserMembership } from './members.ts';

/**
 * Sets the mails that a user has chosen. Each choice is written on its own, so that simultaneous changes of different
 * choices stay.
 *
 * @throws NoAccess if the user was removed meanwhile
 */
export async function setNotices(merchantId: Id, caller: Caller, chosen: Partial<Notices>): Promise<void> {
  const key = membershipKey(merchantId, caller);
  const { summary } = chosen;
  const alongside = summary === undefined ? [] : [listOwnSummary(merchantId, caller.id, summary)];
  await repeatWhileStale<void, Reader>(async (now) => {
    const before = now ?? (await get<Item & UserMembership>(key));
    await transact([
      {
        item: before?.notices ? updateNotices(key, chosen) : beginNotices(key, chosen),
        onFailed: (existing) => (existing ? new StaleRead(existing) : new NoAccess()),
      },
      ...alongside,
    ]);
  });
}

const beginNotices = (key: Key, chosen: Partial<Notices>) =>
  update(
    key,
    'SET notices = :notices',
    { ':notices': chosen },
    { condition: 'attribute_exists(pk) AND attribute_not_exists(notices)' },
  );

function updateNotices(key: Key, chosen: Partial<Notices>) {
  const kinds = Object.entries(chosen);
  if (kinds.length === 0) return mustExist(key);
  const values = Object.fromEntries(kinds.map(([kind, is]) => [`:${kind}`, is]));
  const names = Object.fromEntries(kinds.map(([kind]) => [`#${kind}`, kind]));
  const sets = kinds.map(([kind]) => `notices.#${kind} = :${kind}`);
  return update(key, `SET ${sets.join(', ')}`, values, { condition: 'attribute_exists(notices)', names });
}
