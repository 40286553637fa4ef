import type { Id } from '#domain/id.ts';
import { pendingOf, transactionKey, transactionsOf } from '../table/keys.ts';
import { ofAllLanes } from '../table/lanes.ts';
import { batchOf, listFrom, type Slice } from '../table/list.ts';
import { get, type Item, query, queryPage } from '../table/read.ts';
import { isTrailPart, type TrailPart } from './trail.ts';
import {
  assemble,
  detailsIn,
  type Header,
  stateOf,
  type TransactionState,
  type TransactionWithTrail,
} from './transaction-item.ts';

/** Reads the parts that a movement needs. */
export async function getTransactionState(
  id: Id,
  options?: { consistent: boolean },
): Promise<TransactionState | undefined> {
  const header = await get<Header>(transactionKey(id), options);
  return header && stateOf(header);
}

export const transactionExists = async (id: Id): Promise<boolean> =>
  (await get(transactionKey(id))) !== undefined;

/** A transaction as it was at one moment. */
export interface TransactionRead {
  merchantId: Id;
  state: TransactionState;
  /** The transaction with its trail. The end of a long trail is still being read. */
  whole: Promise<TransactionWithTrail | undefined>;
}

/** The items of a usual transaction: its own, its details, and the first hundred entries of its trail. */
const usual = 4;

/**
 * Reads a transaction with its trail in one query. The query reads consistently, and takes one read unit if the
 * transaction has no large custom data. The rest of a long trail is read eventually consistently, at half the price,
 * since the item with the amounts knows the trail's length. If newly written entries are still missing, the trail is
 * read again, consistently.
 */
export async function readTransaction(id: Id): Promise<TransactionRead | undefined> {
  const all = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': transactionKey(id).pk },
  };
  const { items, last } = await queryPage({ ...all, ConsistentRead: true, Limit: usual });
  const header = headerIn(items);
  if (!header) return undefined;
  const whole = withRest(header, items, last ? query({ ...all, ExclusiveStartKey: last }) : []);
  // The caller may fail before it waits for the rest.
  whole.catch(() => {});
  return { merchantId: header.merchantId, state: stateOf(header), whole };
}

async function withRest(
  header: Header,
  first: readonly Item[],
  rest: readonly Item[] | Promise<Item[]>,
): Promise<TransactionWithTrail | undefined> {
  const parts = [...first, ...(await rest)];
  const transaction = header.hasDetails && !detailsIn(parts) ? undefined : assemble(header, parts);
  return transaction ?? assemble(header, await readParts(header.pk.slice('tx#'.length)));
}

export const getTransaction = async (id: Id): Promise<TransactionWithTrail | undefined> =>
  (await readTransaction(id))?.whole;

/** Reads the transaction in a record of the table's stream, as it was at the time of the record. */
export async function transactionOfImage(image: Item): Promise<TransactionWithTrail> {
  const transaction = assemble(image as Header, await readParts(image.pk.slice('tx#'.length)));
  if (!transaction) throw new Error(`The parts of ${image.pk} are missing`);
  return transaction;
}

/** The transaction's own item in a record of the table's stream, without its details and its trail. */
export const headerOfImage = (image: Item): TransactionState => stateOf(image as Header);

const readParts = (id: Id): Promise<Item[]> =>
  query({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND sk > :header',
    ExpressionAttributeValues: { ':pk': transactionKey(id).pk, ':header': transactionKey(id).sk },
  });

/** The parts of a transaction's trail, as they are now. */
export const readTrailParts = async (id: Id): Promise<TrailPart[]> =>
  (await readParts(id)).filter(isTrailPart);

const headerIn = (items: readonly Item[]): Header | undefined =>
  items.find(({ sk }) => sk === transactionKey('').sk) as Header | undefined;

/**
 * Lists a merchant's transactions with their trails, from the index.
 *
 * @param slice.test all or none of a merchant's transactions are test ones
 * @param slice.pending only transactions with pending money, which declined ones never have
 */
export async function* listTransactions(
  merchantId: Id,
  slice: Slice & { test?: boolean; successful?: boolean; pending?: true },
): AsyncGenerator<TransactionWithTrail> {
  // A transaction is one item, and more items with custom data or a long trail.
  const outcomes = slice.successful === undefined ? [true, false] : [slice.successful];
  const sourcesIn = (lane: number) =>
    slice.pending
      ? outcomes.flatMap((successful) => (successful ? [pendingOf(merchantId, lane)] : []))
      : outcomes.map((successful) => transactionsOf(merchantId, successful, lane));
  const listsIn = (lane: number, lanes: number) =>
    sourcesIn(lane).map((source) =>
      byTransaction(listFrom(source, slice, Math.ceil(1.5 * batchOf(slice, lanes)) + 1)),
    );
  const groups = ofAllLanes(merchantId, listsIn, ([{ pk }]) => pk, slice);
  for await (const items of groups) {
    const transaction = await complete(items);
    if (slice.test !== undefined && transaction && transaction.test !== slice.test) return;
    if (transaction) yield transaction;
  }
}

/**
 * Groups the items of a list by transaction, by their sort keys. The index takes up each item separately, so items of a
 * group may be missing.
 */
async function* byTransaction(items: AsyncIterable<Item>): AsyncGenerator<[Item, ...Item[]]> {
  let group: [Item, ...Item[]] | undefined;
  for await (const item of items) {
    if (group && group[0].pk === item.pk) group.push(item);
    else {
      if (group) yield group;
      group = [item];
    }
  }
  if (group) yield group;
}

/**
 * Undefined if the index lacks the transaction's own item so far. If it lacks other items, the transaction is read from
 * the table.
 */
async function complete(items: readonly Item[]): Promise<TransactionWithTrail | undefined> {
  const header = headerIn(items);
  return header && (assemble(header, items) ?? (await getTransaction(header.pk.slice('tx#'.length))));
}
