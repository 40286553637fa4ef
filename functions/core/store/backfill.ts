import type { Id } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import { listMembership, type UserMembership } from './members.ts';
import { findMerchant, listAllMerchants } from './merchants.ts';
import type { Cursor } from './shape.ts';
import { membersOf, pendingOf, transactionKey, transactionsOf } from './table/keys.ts';
import { lanesOf } from './table/lanes.ts';
import { listFrom } from './table/list.ts';
import { type Item, queryPartition } from './table/read.ts';
import { transact, update, type Write } from './table/transact.ts';

/** The progress of a backfill: where to continue, and the number of items that were changed since the progress before. */
export interface Progress {
  cursor: Cursor;
  changed: number;
}

/** The number of transactions between two reports of progress. */
const page = 200;

/**
 * Gives items that earlier releases have written the shape of this one, merchant by merchant, the newest first. Items that
 * have the shape already are only read, so a repeat changes nothing. Merchants that are made meanwhile need no backfill.
 */
export async function* backfill(from?: Cursor): AsyncGenerator<Progress> {
  if (from) yield* ofMerchant(from);
  for await (const { id } of listAllMerchants({ limit: 100, before: from?.merchantId }))
    yield* ofMerchant({ merchantId: id });
}

async function* ofMerchant({ merchantId, lane: first, before }: Cursor): AsyncGenerator<Progress> {
  if (first === undefined) yield { cursor: { merchantId, lane: 0 }, changed: await listMembers(merchantId) };
  const merchant = await findMerchant(merchantId);
  for (let lane = first ?? 0; lane < lanesOf(merchant ?? {}); lane++)
    yield* ofLane(merchantId, lane, lane === first ? before : undefined);
}

/** Puts the memberships of users that are in no list into the list of the user's merchants. */
async function listMembers(merchantId: Id): Promise<number> {
  const { pk, prefix = '' } = membersOf(merchantId, 'user');
  const members = (await queryPartition(pk, prefix)) as (Item & UserMembership)[];
  const unlisted = members.filter(({ listPk }) => listPk === undefined);
  let changed = 0;
  for (const { id, test } of unlisted) changed += await write(listMembership({ id, merchantId, test }));
  return changed;
}

/** Puts the transactions of a lane that have pending money into the index of pending ones. */
async function* ofLane(merchantId: Id, lane: number, before?: Id): AsyncGenerator<Progress> {
  let [read, changed] = [0, 0];
  const { sk } = transactionKey('');
  for await (const item of listFrom<{ pendingAmount: number }>(transactionsOf(merchantId, true, lane), {
    limit: page,
    before,
  })) {
    if (item.sk !== sk) continue; // part of a transaction
    if (item.pendingAmount > 0 && item.pendingPk === undefined)
      changed += await write(becomesPending(item, pendingOf(merchantId, lane).pk));
    if (++read % page > 0) continue;
    yield { cursor: { merchantId, lane, before: String(item.listSk) }, changed };
    changed = 0;
  }
  yield { cursor: { merchantId, lane: lane + 1 }, changed };
}

/** The index may be behind: the transaction may have been captured or voided since. */
const becomesPending = ({ pk, sk }: Item, pendingPk: string): Write => ({
  item: update(
    { pk, sk },
    'SET pendingPk = :pendingPk',
    { ':pendingPk': pendingPk, ':none': 0 },
    { condition: 'pendingAmount > :none AND attribute_not_exists(pendingPk)' },
  ),
  onFailed: () => new NotFound(),
});

/** @returns the number of changed items: 0 if the item has changed, or is gone, since it was read */
async function write(change: Write): Promise<number> {
  try {
    await transact([change]);
    return 1;
  } catch (error) {
    if (error instanceof NotFound) return 0;
    throw error;
  }
}
