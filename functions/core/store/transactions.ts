import type { Id } from '#domain/id.ts';
import { sumsOfDisputes } from '#domain/ledger/funds.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { expiryOf } from '#domain/merchants/unvouched.ts';
import { Conflict } from '#domain/outcome.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import {
  entriesOf,
  type Movement,
  type TrailEntry,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import { addToBalance, addToSums } from './balance.ts';
import { putLine } from './lines.ts';
import { payLink } from './links.ts';
import { expiring } from './table/expiring.ts';
import { requireInvariants } from './table/invariants.ts';
import { pendingOf, transactionKey, transactionsOf } from './table/keys.ts';
import { laneFor, lanesOf, moreLanes, ofAllLanes, type WithLanes } from './table/lanes.ts';
import { batchOf, listFrom, type Slice } from './table/list.ts';
import { get, type Item, query } from './table/read.ts';
import { Moved } from './table/retry.ts';
import { put, transact, update, type Write } from './table/transact.ts';
import { appendToTrail, isTrailPart, readTrail, type TrailState } from './trail.ts';

/** The data beside a transaction that never changes. */
export interface Details {
  /** Free-form data of the merchant. */
  custom?: unknown;
  /** The acquirer's reference to the card, for later recurring transactions. */
  credential?: unknown;
  /** The agreement of customer and merchant about later payments. */
  agreement?: unknown;
  /** The text that the customer was shown; a link keeps its own text. */
  text?: string;
}

/** A transaction as far as a movement needs it: how its trail is stored, and not all that is in it. */
export interface TransactionState extends Transaction, TrailState {
  /** How many lanes the merchant had when it was made; absent for one. */
  lanes?: number;
  /** When it expires, in seconds since 1970, and the app whose it is: of test merchants that nobody vouches for. */
  expires?: number;
  unvouched?: Id;
}

/** One whose money a real acquirer holds. */
export type LiveTransaction = TransactionState & Required<Pick<Transaction, 'acquirer'>>;

export const isLive = (transaction: TransactionState): transaction is LiveTransaction =>
  transaction.acquirer !== undefined;

export interface TransactionWithTrail extends TransactionState, Details {
  trail: TrailEntry[];
}

/** As it is stored: with whether it has details, and custom data in them, which alone a list shows. */
type Header = Item & Omit<TransactionState, 'id'> & { hasDetails?: true; hasCustom?: true };
type DetailsItem = Item & { custom?: string; credential?: string; agreement?: string; text?: string };

/** Details are kept as JSON text: free-form data need not fit DynamoDB's numbers and nesting. */
const toText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
const fromText = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/**
 * Stores a new transaction. One that succeeded by a link uses the link.
 *
 * @param merchant how many lanes there are
 * @param movement that it begins with
 * @param till the link of a till that it pays
 * @param alongside what is written with it, or not at all
 * @throws LinkEnded
 */
export async function createTransaction(
  transaction: Transaction,
  { custom, credential, agreement, text }: Details,
  {
    merchant,
    movement = { change: {} },
    till,
    alongside,
  }: {
    merchant: WithLanes & Pick<Merchant, 'unvouched'>;
    movement?: Movement;
    till?: PaymentLink;
    alongside: readonly Write[];
  },
): Promise<void> {
  const { id, ...header } = applyMovement(transaction, movement);
  requireInvariants({ id, ...header });
  const { merchantId, linkId, error } = header;
  const { line } = movement;
  const expires = expiryOf(merchant.unvouched);
  const begun = { ...transaction, entries: 0, trailSize: 0 };
  const trail = appendToTrail(begun, entriesOf(movement));
  const lanes = lanesOf(merchant);
  const lane = laneFor(merchantId, id, lanes);
  const inLane = { lane: lane || undefined, lanes: lanes === 1 ? undefined : lanes };
  const listPk = transactionsOf(merchantId, error === undefined, lane).pk;
  const details = {
    custom: toText(custom),
    credential: toText(credential),
    agreement: toText(agreement),
    text,
  };
  const hasDetails = Object.values(details).some((value) => value !== undefined);
  const writes: Write[] = [
    ...alongside,
    {
      item: put(
        {
          ...header,
          ...inLane,
          unvouched: merchant.unvouched?.app,
          entries: 0,
          trailSize: 0,
          ...trail.state,
          hasDetails: hasDetails || undefined,
          hasCustom: custom === undefined ? undefined : true,
          ...transactionKey(id),
          pendingPk: header.pendingAmount > 0 ? pendingOf(merchantId, lane).pk : undefined,
          listPk,
          listSk: id,
        },
        'attribute_not_exists(pk)',
      ),
      onFailed: () => new Conflict('The transaction exists already'),
      // It stays in its lane, and the next ones find more of them.
      onThrottled: () => moreLanes(merchantId).then(() => undefined),
    },
    ...(hasDetails ? [{ item: putDetails() }] : []),
    ...trail.writes,
    ...(line ? [putLine(line, lanes), addToBalance(line, lanes)] : []),
    ...(linkId !== undefined && error === undefined ? payLink(linkId, id, till) : []),
  ];
  await transact(expiring(writes, expires));

  function putDetails() {
    // Only what a list shows is in the index.
    const listed = custom === undefined ? {} : { listPk, listSk: `${id}#details` };
    return put({ ...details, ...transactionKey(id), sk: 'details', ...listed });
  }
}

/** As far as a movement needs it. */
export async function getTransactionState(
  id: Id,
  options?: { consistent: boolean },
): Promise<TransactionState | undefined> {
  const header = await get<Header>(transactionKey(id), options);
  return header && stateOf(header);
}

export const transactionExists = async (id: Id): Promise<boolean> =>
  (await get(transactionKey(id))) !== undefined;

/**
 * A transaction with its trail as it was at one moment, in one round trip: what changes (the amounts) is read
 * consistently, the trail at half the price, since the amounts' item knows how long the trail was. A trail that is
 * still on its way (written milliseconds ago) is read once more, consistently.
 */
export async function getTransaction(id: Id): Promise<TransactionWithTrail | undefined> {
  const [header, parts] = await Promise.all([get<Header>(transactionKey(id)), readParts(id, false)]);
  if (!header) return undefined;
  const transaction = header.hasDetails && !detailsIn(parts) ? undefined : assemble(header, parts);
  return transaction ?? assemble(header, await readParts(id, true));
}

/** The transaction that a record of the table's stream is about, as it was then. */
export async function transactionOfImage(image: Item): Promise<TransactionWithTrail> {
  const transaction = assemble(image as Header, await readParts(image.pk.slice('tx#'.length), true));
  if (!transaction) throw new Error(`The parts of ${image.pk} are not there`);
  return transaction;
}

const readParts = (id: Id, consistent: boolean): Promise<Item[]> =>
  query({
    ConsistentRead: consistent,
    KeyConditionExpression: 'pk = :pk AND sk > :header',
    ExpressionAttributeValues: { ':pk': transactionKey(id).pk, ':header': transactionKey(id).sk },
  });

const detailsIn = (parts: readonly Item[]) =>
  parts.find(({ sk }) => sk === 'details') as DetailsItem | undefined;

/** Undefined where the parts lack some of what the header says there is. */
function assemble(header: Header, parts: readonly Item[]): TransactionWithTrail | undefined {
  const details = detailsIn(parts);
  const trail = readTrail(parts.filter(isTrailPart), header);
  if (!trail || (header.hasCustom && !details)) return undefined;
  return {
    ...stateOf(header),
    custom: fromText(details?.custom),
    credential: fromText(details?.credential),
    agreement: fromText(details?.agreement),
    text: details?.text,
    trail,
  };
}

const stateOf = ({
  pk,
  sk,
  listPk,
  listSk,
  pendingPk,
  hasDetails,
  hasCustom,
  ...transaction
}: Header): TransactionState => ({
  ...transaction,
  id: pk.slice('tx#'.length),
});

/**
 * A merchant's transactions, each with its trail, from the index.
 *
 * @param slice.test all of a merchant's transactions are test ones, or none is
 * @param slice.pending only those of which something is pending; what was declined never is
 */
export async function* listTransactions(
  merchantId: Id,
  slice: Slice & { test?: boolean; successful?: boolean; pending?: true },
): AsyncGenerator<TransactionWithTrail> {
  // A transaction is one item, and more with custom data or a long trail.
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
 * Items of a list, those of a transaction together. Their sort keys say whose they are: the index takes each when it
 * likes, so that neighbours may be missing.
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
 * Undefined where the transaction's own item is not in the index yet; other items that are missing are read from the
 * table.
 */
async function complete(items: readonly Item[]): Promise<TransactionWithTrail | undefined> {
  const header = items.find(({ sk }) => sk === transactionKey('').sk) as Header | undefined;
  return header && (assemble(header, items) ?? (await getTransaction(header.pk.slice('tx#'.length))));
}

/**
 * The writes of a movement: the amounts, the trail, the line and the merchant's balance. They hold only if the
 * transaction is still as it was read: its trail is as long, and no dispute was opened, which is no entry.
 *
 * @throws BrokenInvariant where its amounts would not add up afterwards
 */
export function movementWrites(transaction: TransactionState, movement: Movement): Write[] {
  const { line, change, guard, operation, alone } = movement;
  const after = applyMovement(transaction, movement);
  requireInvariants(after);
  const { id, entries, disputedAmount, expires } = transaction;
  const appended = appendToTrail(transaction, entriesOf(movement));
  const changes = Object.entries(change);
  const trail = Object.entries(appended.state);
  const underWay = operation ? operationPart(operation) : alone && sameOperation(transaction);
  const listed = pendingPart(transaction, after);
  const named = line?.kind === 'capture' &&
    line.acquirer && { ':none': [], ':named': [line.acquirer.reference] };
  const values = {
    ...Object.fromEntries([...changes, ...trail].map(([field, value]) => [`:${field}`, value])),
    ':length': entries,
    ':disputed': disputedAmount,
    ...(guard ? { ':least': guard.atLeast } : {}),
    ...(expires === undefined ? {} : { ':expires': expires }),
    ...underWay?.values,
    ...listed.values,
    ...named,
  };
  const sets = [
    ...changes.map(([field]) => `${field} = ${field} + :${field}`),
    ...trail.map(([field]) => `${field} = :${field}`),
    ...(underWay?.sets ?? []),
    ...listed.sets,
    ...(named ? ['acquirerEntries = list_append(if_not_exists(acquirerEntries, :none), :named)'] : []),
  ];
  const condition = [
    'entries = :length AND disputedAmount = :disputed',
    ...(guard ? [`${guard.field} >= :least`] : []),
    ...(underWay ? [underWay.condition] : []),
    // The condition fails if the owner has vouched for the merchant since: then the transaction no longer expires.
    ...(expires === undefined ? [] : ['expires = :expires']),
  ].join(' AND ');
  const removes = [...(underWay?.removes ?? []), ...listed.removes];
  const expression = `SET ${sets.join(', ')}${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''}`;
  const writes: Write[] = [
    {
      item: update(transactionKey(id), expression, values, { condition, names: underWay?.names }),
      onFailed: (existing) => new Moved(existing && stateOf(existing as Header)),
      onTaken: () => requireUnmoved(transaction),
    },
    ...appended.writes,
    ...sumWrites(transaction, movement),
  ];
  return expiring(writes, expires);
}

/** The line, and what it and a dispute change of the merchant's sums: one write to one share. */
function sumWrites({ id, merchantId, funding, lanes }: TransactionState, movement: Movement): Write[] {
  const { line, disputed = {} } = movement;
  const disputes = sumsOfDisputes(disputed, funding.currency);
  if (line) return [putLine(line, lanes), addToBalance(line, lanes, disputes)];
  return Object.keys(disputes).length > 0 ? [addToSums(merchantId, id, disputes, lanes)] : [];
}

/** A transaction is in the index of pending ones while something of it is. */
function pendingPart({ merchantId, lane, pendingAmount }: TransactionState, after: Transaction) {
  const same = { values: {}, sets: [], removes: [] };
  if (pendingAmount > 0 === after.pendingAmount > 0) return same;
  if (after.pendingAmount === 0) return { ...same, removes: ['pendingPk'] };
  return {
    ...same,
    values: { ':pendingPk': pendingOf(merchantId, lane).pk },
    sets: ['pendingPk = :pendingPk'],
  };
}

/** An acquirer is asked for one thing at a time: an operation begins where there is none, or with the end of one. */
function operationPart(operation: NonNullable<Movement['operation']>): {
  names: Record<string, string>;
  values: Record<string, unknown>;
  sets: string[];
  removes: string[];
  condition: string;
} {
  const names = { '#operation': 'operation' };
  const { closes } = operation;
  return 'opens' in operation
    ? {
        names,
        values: { ':operation': operation.opens, ...(closes ? { ':closes': closes } : {}) },
        sets: ['#operation = :operation'],
        removes: [],
        condition: closes ? '#operation.id = :closes' : 'attribute_not_exists(#operation)',
      }
    : {
        names,
        values: { ':operation': operation.closes },
        sets: [],
        removes: ['#operation'],
        condition: '#operation.id = :operation',
      };
}

/** The operation is the one that the transaction was read with, or there is none still. */
function sameOperation({ operation }: TransactionState): ReturnType<typeof operationPart> {
  const names = { '#operation': 'operation' };
  const part = { names, values: {}, sets: [], removes: [] };
  return operation
    ? { ...part, values: { ':operation': operation.id }, condition: '#operation.id = :operation' }
    : { ...part, condition: 'attribute_not_exists(#operation)' };
}

/** A write that waits for another movement's end is decided anew instead of repeated. @throws Moved */
async function requireUnmoved({ id, entries, disputedAmount }: TransactionState): Promise<undefined> {
  const now = await get<Header>(transactionKey(id));
  if (now && (now.entries !== entries || now.disputedAmount !== disputedAmount))
    throw new Moved(stateOf(now));
}

/**
 * Applies a movement that an app asks for.
 *
 * @param alongside what is written with it, or not at all
 * @throws Moved when the transaction has changed since it was read
 */
export const applyToTransaction = (
  transaction: TransactionState,
  movement: Movement,
  alongside: readonly Write[],
): Promise<void> => transact([...alongside, ...movementWrites(transaction, movement)]);
