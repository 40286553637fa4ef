import type { Id } from '#domain/id.ts';
import { allSummaries, type Key, ownSummaryKey, summaryKey } from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import type { Item } from '../table/read.ts';
import { discard, put, type Write } from '../table/transact.ts';

/** Adds a merchant to the list of those that want a daily summary, or removes it. */
export const listSummary = (merchantId: Id, wanted: boolean): Write =>
  list(merchantId, summaryKey(merchantId), wanted);

/**
 * Adds one of the merchant's users to the list, or removes the user. Each user has an item of their own, so that
 * two users never undo each other's choice.
 */
export const listOwnSummary = (merchantId: Id, userId: Id, wanted: boolean): Write =>
  list(merchantId, ownSummaryKey(merchantId, userId), wanted);

const list = (merchantId: Id, key: Key, wanted: boolean): Write => ({
  item: wanted ? put({ ...key, id: merchantId, listPk: allSummaries.pk, listSk: merchantId }) : discard(key),
});

/**
 * Lists the merchants that want a daily summary, or have users who do, so that the job need not read all others. Items of
 * one merchant are neighbours in the list, and count once.
 */
export async function* listSummaries(slice: Slice): AsyncGenerator<Item & { id: Id }> {
  let last: Id | undefined;
  for await (const item of listFrom<{ id: Id }>(allSummaries, slice)) {
    if (item.id !== last) yield item;
    last = item.id;
  }
}
