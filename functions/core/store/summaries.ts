import type { Id } from '#domain/id.ts';
import { allSummaries, summaryKey } from './table/keys.ts';
import { listFrom, type Slice } from './table/list.ts';
import type { Item } from './table/read.ts';
import { discard, put, type Write } from './table/transact.ts';

/** Adds a merchant to the list of those that want a daily summary, or removes it. */
export const listSummary = (merchantId: Id, wanted: boolean): Write => ({
  item: wanted
    ? put({ ...summaryKey(merchantId), id: merchantId, listPk: allSummaries.pk, listSk: merchantId })
    : discard(summaryKey(merchantId)),
});

/** Lists the merchants that want a daily summary, so that the job need not read all others. */
export const listSummaries = (slice: Slice): AsyncIterable<Item & { id: Id }> =>
  listFrom<{ id: Id }>(allSummaries, slice);
