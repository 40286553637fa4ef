import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { allSummaries, keyEndKey } from '../table/keys.ts';
import { type Item, queryPartition } from '../table/read.ts';
import { discard, update, type Write } from '../table/transact.ts';
import { unneededWrite } from '../table/unneeded-writes.ts';
import { writeOne } from '../table/write-one.ts';

/** The end of an app's access, ISO 8601, and the end of which its owners know. */
interface KeyEnd {
  id: Id;
  appId: Id;
  end: string;
  warned?: string;
}

/**
 * Adds the end of an app's access to the list that the nightly job reads, or removes it. An end that stays the same is
 * still one of which the owners know.
 */
export const listKeyEnd = (merchantId: Id, appId: Id, end: string | undefined): Write => {
  const key = keyEndKey(merchantId, appId);
  if (end === undefined) return { item: discard(key) };
  const fields = 'id = :id, appId = :app, #end = :end, expires = :expires, listPk = :pk, listSk = :id';
  const values = {
    ':id': merchantId,
    ':app': appId,
    ':end': end,
    ':expires': inSeconds(Date.parse(end)) + daySeconds,
    ':pk': allSummaries.pk,
  };
  return { item: update(key, `SET ${fields}`, values, { names: { '#end': 'end' } }) };
};

/** The apps of a merchant whose access ends within so many milliseconds, and whose owners do not know it. */
export async function keyEndsWithin(merchantId: Id, now: number, milliseconds: number): Promise<KeyEnd[]> {
  const { pk, sk } = keyEndKey(merchantId, '');
  const ends = (await queryPartition(pk, sk)) as (Item & KeyEnd)[];
  return ends.filter(({ end, warned }) => {
    const left = Date.parse(end) - now;
    return warned !== end && left > 0 && left <= milliseconds;
  });
}

/**
 * Notes that the owners know of an end. Has no effect if the app has another end by now, or was removed.
 *
 * @returns whether it was noted
 */
export const noteWarned = (merchantId: Id, { appId, end }: KeyEnd): Promise<boolean> =>
  writeOne({
    item: update(
      keyEndKey(merchantId, appId),
      'SET warned = :end',
      { ':end': end },
      { condition: '#end = :end', names: { '#end': 'end' } },
    ),
    onFailed: unneededWrite,
  });
