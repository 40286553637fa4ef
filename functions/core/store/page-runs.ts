import { daySeconds, inSeconds } from '#basics/time.ts';
import type { PageRun } from '#domain/page-watch/page-run.ts';
import { pageRunKey, pageRuns } from './table/keys.ts';
import { listFrom, type Slice } from './table/list.ts';
import type { Item } from './table/read.ts';
import { put } from './table/transact.ts';
import { writeOne } from './table/write-one.ts';

/** In seconds: an assessment covers 12 months, and 400 days leave time for it. */
const lifetime = 400 * daySeconds;

export async function storePageRun(run: PageRun): Promise<void> {
  const expires = inSeconds(Date.now()) + lifetime;
  await writeOne({ item: put({ ...pageRunKey(run.id), ...run, expires }) });
}

/** The runs of the watch, the newest first. */
export const listPageRuns = (slice: Slice): AsyncGenerator<Item & PageRun> =>
  listFrom<PageRun>(pageRuns, slice);
