import type { Id } from '#domain/id.ts';
import { Conflict } from '#domain/outcome.ts';
import type { Amounts, Movement, Operation, TrailEntry, Transaction } from '#domain/transaction.ts';
import { transactionKey, transactionsOf } from './keys.ts';
import { putLine } from './lines.ts';
import { listFrom, type Slice } from './list.ts';
import { addToBalance, requireMember } from './merchants.ts';
import { type Once, recordAnswer } from './once.ts';
import { get, type Item, query } from './read.ts';
import { appendToTrail, isTrailPart, lengthOf, readTrail } from './trail.ts';
import { put, transact, update, type Write } from './transact.ts';

/** What is kept beside a transaction and never changes. */
export interface Details {
  /** Free-form data of the merchant. */
  custom?: unknown;
  /** What the acquirer knows the card by, for later recurring transactions. */
  credential?: unknown;
  /** What customer and merchant agreed on about later payments. */
  agreement?: unknown;
}

export interface TransactionWithTrail extends Transaction, Details {
  trail: TrailEntry[];
  /** In bytes, as it is stored. */
  trailSize: number;
}

/** How many entries the trail has, and what they take. */
interface TrailSize {
  entries: number;
  trailSize: number;
}

type Header = Item & Omit<Transaction, 'id'> & TrailSize;
type DetailsItem = Item & { custom?: string; credential?: string; agreement?: string };

/** Details are kept as JSON text: free-form data need not fit DynamoDB's numbers and nesting. */
const toText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
const fromText = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/** Stores a new transaction, with the answer to the request that made it. */
export async function createTransaction(
  { id, ...header }: Transaction,
  { custom, credential, agreement }: Details,
  { once, answer, appId }: { once: readonly (Once | undefined)[]; answer: unknown; appId?: Id },
): Promise<void> {
  const listPk = transactionsOf(header.merchantId).pk;
  const details = { custom: toText(custom), credential: toText(credential), agreement: toText(agreement) };
  await transact([
    ...(appId ? [requireMember(header.merchantId, appId)] : []),
    ...once.flatMap((request) => recordAnswer(request, answer)),
    {
      item: put(
        { ...header, entries: 0, trailSize: 0, ...transactionKey(id), listPk, listSk: id },
        'attribute_not_exists(pk)',
      ),
      onFailed: () => new Conflict('The transaction exists already'),
    },
    {
      item: put({
        ...details,
        ...transactionKey(id),
        sk: 'details',
        // Only what a list shows is in the index.
        ...(custom === undefined ? {} : { listPk, listSk: `${id}#details` }),
      }),
    },
  ]);
}

/**
 * A transaction with its trail, in one round trip: what changes (the amounts) is read consistently, the trail at
 * half the price, since the amounts' item knows how long the trail is. A trail that is still on its way (written
 * milliseconds ago) is read once more, consistently.
 */
export async function getTransaction(id: Id): Promise<TransactionWithTrail | undefined> {
  const [header, parts] = await Promise.all([get<Header>(transactionKey(id)), readParts(id, false)]);
  if (!header) return undefined;
  return assemble(header, isComplete(header, parts) ? parts : await readParts(id, true));
}

const readParts = (id: Id, consistent: boolean): Promise<Item[]> =>
  query({
    ConsistentRead: consistent,
    KeyConditionExpression: 'pk = :pk AND sk > :header',
    ExpressionAttributeValues: { ':pk': transactionKey(id).pk, ':header': transactionKey(id).sk },
  });

const isComplete = ({ entries }: Header, parts: readonly Item[]): boolean =>
  parts.some(({ sk }) => sk === 'details') && lengthOf(parts.filter(isTrailPart)) === entries;

function assemble(header: Header, parts: readonly Item[]): TransactionWithTrail {
  const { pk, sk, listPk, listSk, entries, ...transaction } = header;
  const details = parts.find(({ sk }) => sk === 'details') as DetailsItem | undefined;
  return {
    ...transaction,
    id: pk.slice('tx#'.length),
    custom: fromText(details?.custom),
    credential: fromText(details?.credential),
    agreement: fromText(details?.agreement),
    trail: readTrail(parts.filter(isTrailPart), transaction.funding),
  };
}

/** A page of a merchant's transactions, each with its trail: one query of the index. */
export async function listTransactions(merchantId: Id, slice: Slice): Promise<TransactionWithTrail[]> {
  const found: TransactionWithTrail[] = [];
  const newestFirst = slice.after === undefined;
  let header: Header | undefined;
  let parts: Item[] = [];
  const finish = () => {
    if (header) found.push(assemble(header, parts));
    header = undefined;
    parts = [];
  };
  // Most transactions are two items: themselves, and one part of a trail or their custom data.
  for await (const item of listFrom(transactionsOf(merchantId), slice, 2 * slice.limit + 1)) {
    const isHeader = item.sk === '#transaction';
    if (isHeader && !newestFirst) finish();
    if (found.length === slice.limit) return found;
    if (isHeader) header = item as Header;
    else parts.push(item);
    if (isHeader && newestFirst) finish();
    if (newestFirst && found.length === slice.limit) return found;
  }
  finish();
  return found;
}

/** What a replayed movement's answer is made from again: its amounts, and how much of the trail it showed. */
export interface MovementAnswer {
  transactionId: Id;
  amounts: Amounts;
  shown: number;
  entryId: Id;
}

/**
 * The writes of a movement: the amounts by arithmetic under the movement's guard, the trail, the line and the
 * merchant's balance.
 */
export function movementWrites(
  transaction: TransactionWithTrail,
  { entry, line, change, guard }: Movement,
): Write[] {
  const { id, merchantId, trailSize } = transaction;
  const appended = entry && appendToTrail(transaction, trailSize, entry);
  const fields = Object.entries({
    ...change,
    ...(appended ? { entries: 1, trailSize: appended.bytes } : {}),
  });
  const values = Object.fromEntries(fields.map(([field, by]) => [`:${field}`, by]));
  const expression = `SET ${fields.map(([field]) => `${field} = ${field} + :${field}`).join(', ')}`;
  return [
    {
      item: update(
        transactionKey(id),
        expression,
        guard ? { ...values, ':least': guard.atLeast } : values,
        guard ? { condition: `${guard.field} >= :least` } : {},
      ),
      onFailed: () =>
        new Conflict('The transaction has changed in the meantime; the amount is no longer available'),
    },
    ...(appended ? [appended.write] : []),
    ...(line ? [putLine(line), addToBalance(merchantId, id, line.balance)] : []),
  ];
}

/**
 * Applies an operation for an app, in one transaction with its membership and the idempotency record.
 *
 * @throws Conflict when the guard no longer holds, NoAccess
 */
export async function applyToTransaction(
  transaction: TransactionWithTrail,
  operation: Operation,
  appId: Id,
  once: Once | undefined,
  answer: MovementAnswer,
): Promise<void> {
  await transact([
    requireMember(transaction.merchantId, appId),
    ...recordAnswer(once, answer),
    ...movementWrites(transaction, operation),
  ]);
}
