import { termsOf } from '#domain/console/search.ts';
import type { Id } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import { storeOrder, storeOrdersOfDisputes } from './backfill-orders.ts';
import { putTerms } from './console/search.ts';
import { listMembership, type UserMembership } from './merchants/members.ts';
import { findMerchant, listAllMerchants } from './merchants/merchants.ts';
import type { Cursor, Shape } from './shape.ts';
import { membersOf, pendingOf, transactionKey, transactionsOf } from './table/keys.ts';
import { lanesOf } from './table/lanes.ts';
import { chunks, listFrom } from './table/list.ts';
import { type Item, queryPartition } from './table/read.ts';
import { transact, update, type Write } from './table/transact.ts';
import type { TransactionWithTrail } from './transactions/transaction-item.ts';
import { listTransactions } from './transactions/transactions.ts';

/** The progress of a backfill: where to continue, and the number of items changed since the previous report. */
export interface BackfillProgress {
  cursor: Cursor;
  changed: number;
}

/** The number of transactions between two reports of progress. */
const page = 200;

/** The number of payments that are worked on at the same time. Each takes two to six writes in the search index, and one more for itself and each of its lines. */
const atOnce = 25;

/**
 * Brings the items of earlier releases into the shape of this release, merchant by merchant, the newest first. A repeat
 * changes nothing. Merchants that are created during the backfill need no backfill.
 *
 * @param shape the version that all items have already, and where to continue
 */
export async function* backfill({
  version,
  cursor,
}: Omit<Shape, 'reader'>): AsyncGenerator<BackfillProgress> {
  if (cursor && !cursor.done) yield* ofMerchant(version, cursor);
  for await (const { id } of listAllMerchants({ limit: 100, before: cursor?.merchantId }))
    yield* ofMerchant(version, { merchantId: id });
}

async function* ofMerchant(version: number, cursor: Cursor): AsyncGenerator<BackfillProgress> {
  if (version < 2 && !cursor.search) yield* secondShape(cursor);
  const { merchantId, search, disputes, before } = cursor;
  if (!disputes) yield* sixthShape(merchantId, search ? before : undefined);
  for await (const { before: last, changed } of storeOrdersOfDisputes(
    merchantId,
    page,
    disputes ? before : undefined,
  ))
    yield {
      cursor: last ? { merchantId, search: true, disputes: true, before: last } : { merchantId, done: true },
      changed,
    };
}

/**
 * Puts transactions with pending money into the index of pending ones, and memberships into the list of the user's
 * merchants.
 */
async function* secondShape({ merchantId, lane: first, before }: Cursor): AsyncGenerator<BackfillProgress> {
  if (first === undefined) yield { cursor: { merchantId, lane: 0 }, changed: await listMembers(merchantId) };
  const merchant = await findMerchant(merchantId);
  for (let lane = first ?? 0; lane < lanesOf(merchant ?? {}); lane++)
    yield* ofLane(merchantId, lane, lane === first ? before : undefined);
}

/** Stores the orders of payments, and adds the payments to the search index. */
async function* sixthShape(merchantId: Id, before?: Id): AsyncGenerator<BackfillProgress> {
  let [read, changed] = [0, 0];
  for await (const payments of chunks(listTransactions(merchantId, { limit: page, before }), atOnce)) {
    const written = await Promise.all(payments.map(complete));
    for (const items of written) changed += items;
    read += payments.length;
    if (read % page > 0) continue;
    yield { cursor: { merchantId, search: true, before: payments.at(-1)?.id }, changed };
    changed = 0;
  }
  yield { cursor: { merchantId, search: true, disputes: true }, changed };
}

/** @returns the number of changed items */
async function complete(stored: TransactionWithTrail): Promise<number> {
  const { payment, changed } = await storeOrder(stored);
  return changed + (await putTerms(payment, termsOf(payment)));
}

/** Puts each unlisted membership of a user into the list of the user's merchants. */
async function listMembers(merchantId: Id): Promise<number> {
  const { pk, prefix = '' } = membersOf(merchantId, 'user');
  const members = (await queryPartition(pk, prefix)) as (Item & UserMembership)[];
  const unlisted = members.filter(({ listPk, invited }) => listPk === undefined && invited === undefined);
  let changed = 0;
  for (const { id, test } of unlisted) changed += await write(listMembership({ id, merchantId, test }));
  return changed;
}

/** Puts the transactions of a lane that have pending money into the index of pending ones. */
async function* ofLane(merchantId: Id, lane: number, before?: Id): AsyncGenerator<BackfillProgress> {
  let [read, changed] = [0, 0];
  const { sk } = transactionKey('');
  for await (const item of listFrom<{ pendingAmount: number }>(transactionsOf(merchantId, true, lane), {
    limit: page,
    before,
  })) {
    if (item.sk !== sk) continue; // a transaction's details or a part of its trail
    if (item.pendingAmount > 0 && item.pendingPk === undefined)
      changed += await write(becomesPending(item, pendingOf(merchantId, lane).pk));
    if (++read % page > 0) continue;
    yield { cursor: { merchantId, lane, before: String(item.listSk) }, changed };
    changed = 0;
  }
  yield { cursor: { merchantId, lane: lane + 1 }, changed };
}

/** Checks the pending amount again: the index may be behind, and the transaction may have been captured or voided. */
const becomesPending = ({ pk, sk }: Item, pendingPk: string): Write => ({
  item: update(
    { pk, sk },
    'SET pendingPk = :pendingPk',
    { ':pendingPk': pendingPk, ':none': 0 },
    { condition: 'pendingAmount > :none AND attribute_not_exists(pendingPk)' },
  ),
  onFailed: () => new NotFound(),
});

/** @returns the number of changed items: 0 if the item was changed or deleted since it was read */
async function write(change: Write): Promise<number> {
  try {
    await transact([change]);
    return 1;
  } catch (error) {
    if (error instanceof NotFound) return 0;
    throw error;
  }
}
