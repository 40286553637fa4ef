import { firstIdAt, type Id } from '#domain/id.ts';
import { dueFiguresKey, dueFiguresOf } from '../table/keys.ts';
import { listFrom } from '../table/list.ts';
import type { Item } from '../table/read.ts';
import { discard, put, transact, type Write } from '../table/transact.ts';

/** An entry of a trail whose figures the acquirer has not told yet. */
export interface DueFigures {
  transactionId: Id;
  entryId: Id;
}

/** Lists an entry that waits for its figures, so that a job finds the entry without reading transactions. */
export const listDueFigures = (merchantId: Id, transactionId: Id, entryId: Id): Write => ({
  item: put({
    ...dueFiguresKey(entryId),
    transactionId,
    listPk: dueFiguresOf(merchantId).pk,
    listSk: entryId,
  }),
});

/** Takes the entry off the list. */
export const unlistDueFigures = (entryId: Id): Write => ({ item: discard(dueFiguresKey(entryId)) });

export const forgetDueFigures = (entryId: Id): Promise<void> => transact([unlistDueFigures(entryId)]);

/** How many items are read at once. */
const atOnce = 100;

/** A merchant's entries that wait for figures, and were made before a time in milliseconds, oldest first. */
export async function* dueFigures(merchantId: Id, until: number): AsyncGenerator<DueFigures> {
  const slice = { limit: atOnce, after: firstIdAt(0), to: firstIdAt(until) };
  for await (const item of listFrom<Item & DueFigures>(dueFiguresOf(merchantId), slice, atOnce))
    yield { transactionId: item.transactionId, entryId: item.listSk as Id };
}
