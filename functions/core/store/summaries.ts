import type { Id } from '#domain/id.ts';
import { allSummaries, summaryKey } from './table/keys.ts';
import { listFrom, type Slice } from './table/list.ts';
import type { Item } from './table/read.ts';
import { discard, put, type Write } from './table/transact.ts';

/** Puts a merchant on the list of those who want a daily summary, or takes it off. */
export const listSummary = (merchantId: Id, wanted: boolean): Write => ({
  item: wanted
    ? put({ ...summaryKey(merchantId), id: merchantId, listPk: allSummaries.pk, listSk: merchantId })
    : discard(summaryKey(merchantId)),
});

/** The merchants who want a daily summary, so that nobody has to look at all the others. */
export const listSummaries = (slice: Slice): AsyncIterable<Item & { id: Id }> =>
  listFrom<{ id: Id }>(allSummaries, slice);
