import type { Id } from '#domain/id.ts';
import { retentionKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put } from '../table/transact.ts';
import { writeOne } from '../table/write-one.ts';

/** The progress of the erasure of a merchant's old payments. */
export interface Retention {
  /** The payments up to this id are erased, except those that wait. */
  until: Id;
  /** The payments that a later run tries again. */
  waiting: readonly Id[];
}

export const getRetention = (merchantId: Id): Promise<Retention | undefined> =>
  get<Item & Retention>(retentionKey(merchantId));

export async function putRetention(merchantId: Id, { until, waiting }: Retention): Promise<void> {
  await writeOne({ item: put({ ...retentionKey(merchantId), until, waiting }) });
}
