import type { Id } from '#domain/id.ts';
import { sumsOfDisputes } from '#domain/ledger/funds.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { expiryOf } from '#domain/merchants/unvouched-merchant.ts';
import { Conflict } from '#domain/outcome.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import {
  entriesOf,
  type Line,
  linesOf,
  type Movement,
  type TrailEntry,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import { addToBalance, addToSums } from '../ledger/balance.ts';
import { putLine } from '../ledger/lines.ts';
import { withExpiry } from '../table/expiry.ts';
import { requireInvariants } from '../table/invariants.ts';
import { pendingOf, transactionKey, transactionsOf } from '../table/keys.ts';
import { laneFor, lanesOf, moreLanes, ofAllLanes, type WithLanes } from '../table/lanes.ts';
import { batchOf, listFrom, type Slice } from '../table/list.ts';
import { get, type Item, query } from '../table/read.ts';
import { StaleRead } from '../table/retry.ts';
import { put, transact, update, type Write } from '../table/transact.ts';
import { listDueFigures } from './due-figures.ts';
import { payLink } from './links.ts';
import {
  appendToTrail,
  hasWaiting,
  isTrailPart,
  readTrail,
  type TrailPart,
  type TrailState,
} from './trail.ts';

/** The data beside a transaction that never changes. */
export interface Details {
  /** The merchant's free-form data. */
  custom?: unknown;
  /** The acquirer's reference to the card, for later recurring transactions. */
  credential?: unknown;
  /** The agreement of customer and merchant about later payments. */
  agreement?: unknown;
  /** The text that the customer has seen. Only set without a link, as a link keeps its own text. */
  text?: string;
}

/** The parts of a transaction that a movement needs, including how its trail is stored. */
export interface TransactionState extends Transaction, TrailState {
  /** The number of lanes that the merchant had at its creation; absent for one. */
  lanes?: number;
  /** Set when its merchant was warned that its authorization ends. */
  endsSoon?: true;
  /**
   * For test merchants that nobody vouches for: the time of its expiry, in seconds since 1970, and the app that made
   * the merchant.
   */
  expires?: number;
  unvouched?: Id;
}

/** A transaction whose money a real acquirer holds. */
export type LiveTransaction = TransactionState & Required<Pick<Transaction, 'acquirer'>>;

export const isLive = (transaction: TransactionState): transaction is LiveTransaction =>
  transaction.acquirer !== undefined;

export interface TransactionWithTrail extends TransactionState, Details {
  trail: TrailEntry[];
}

/** The transaction's own item. Details are an item of their own; lists show only their custom data. */
type Header = Item & Omit<TransactionState, 'id'> & { hasDetails?: true; hasCustom?: true };
type DetailsItem = Item & { custom?: string; credential?: string; agreement?: string; text?: string };

/** Details are stored as JSON text, as free-form data may exceed DynamoDB's numbers and nesting. */
const toText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
const fromText = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/**
 * Stores a new transaction. A successful one by a link uses the link up once.
 *
 * @param merchant with its number of lanes
 * @param movement that the transaction begins with
 * @param till the link of a till that it pays
 * @param alongside writes in the same transaction
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
      // This transaction stays in its lane. Only later ones use the added lanes.
      onThrottled: () => moreLanes(merchantId).then(() => undefined),
    },
    ...(hasDetails ? [{ item: putDetails() }] : []),
    ...trail.writes,
    ...(line ? [putLine(line, lanes), addToBalance([line], lanes)] : []),
    ...(linkId !== undefined && error === undefined ? payLink(linkId, id, till) : []),
  ];
  await transact(withExpiry(writes, expires));

  function putDetails() {
    // Details are in the index only if a list shows them.
    const listed = custom === undefined ? {} : { listPk, listSk: `${id}#details` };
    return put({ ...details, ...transactionKey(id), sk: 'details', ...listed });
  }
}

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

/**
 * Reads a transaction with its trail as it was at one moment, in one round trip. The amounts are read consistently. The
 * trail is read eventually consistently, at half the price, since the item with the amounts knows the trail's length.
 * If newly written entries are still missing, the trail is read again, consistently.
 */
export async function getTransaction(id: Id): Promise<TransactionWithTrail | undefined> {
  const [header, parts] = await Promise.all([get<Header>(transactionKey(id)), readParts(id, false)]);
  if (!header) return undefined;
  const transaction = header.hasDetails && !detailsIn(parts) ? undefined : assemble(header, parts);
  return transaction ?? assemble(header, await readParts(id, true));
}

/** Reads the transaction in a record of the table's stream, as it was at the time of the record. */
export async function transactionOfImage(image: Item): Promise<TransactionWithTrail> {
  const transaction = assemble(image as Header, await readParts(image.pk.slice('tx#'.length), true));
  if (!transaction) throw new Error(`The parts of ${image.pk} are not there`);
  return transaction;
}

/** The transaction's own item in a record of the table's stream, without its details and its trail. */
export const headerOfImage = (image: Item): TransactionState => stateOf(image as Header);

const readParts = (id: Id, consistent: boolean): Promise<Item[]> =>
  query({
    ConsistentRead: consistent,
    KeyConditionExpression: 'pk = :pk AND sk > :header',
    ExpressionAttributeValues: { ':pk': transactionKey(id).pk, ':header': transactionKey(id).sk },
  });

/** The parts of a transaction's trail, as they are now. */
export const readTrailParts = async (id: Id): Promise<TrailPart[]> =>
  (await readParts(id, true)).filter(isTrailPart);

const detailsIn = (parts: readonly Item[]) =>
  parts.find(({ sk }) => sk === 'details') as DetailsItem | undefined;

/** Undefined if the parts lack entries that the header counts. */
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
  const header = items.find(({ sk }) => sk === transactionKey('').sk) as Header | undefined;
  return header && (assemble(header, items) ?? (await getTransaction(header.pk.slice('tx#'.length))));
}

/**
 * The writes of a movement: the amounts, the trail, the line and the merchant's balance. They succeed only if the
 * transaction has not changed since Florin read it. The trail's length shows most changes. The disputed amount shows
 * an opened dispute, which has no entry. The number of entries whose figures came later shows a replaced entry in the
 * tail.
 *
 * @throws BrokenInvariant if the amounts would not add up afterwards
 */
export function movementWrites(transaction: TransactionState, movement: Movement): Write[] {
  const { line, change, guard, operation, alone } = movement;
  const after = applyMovement(transaction, movement);
  requireInvariants(after);
  const { id, merchantId, entries, disputedAmount, expires } = transaction;
  const added = entriesOf(movement);
  const appended = appendToTrail(transaction, added);
  // This write replaces the tail, so it must not overwrite figures that were added to the tail since the read.
  const known = hasWaiting(transaction) ? sameFigures(transaction) : undefined;
  const changes = Object.entries(change);
  const trail = Object.entries(appended.state);
  const underWay = operation ? operationPart(operation) : alone && sameOperation(transaction);
  const listed = pendingPart(transaction, after);
  const named = captureReference(line);
  const values = {
    ...Object.fromEntries([...changes, ...trail].map(([field, value]) => [`:${field}`, value])),
    ':length': entries,
    ':disputed': disputedAmount,
    ...(guard ? { ':least': guard.atLeast } : {}),
    ...(expires === undefined ? {} : { ':expires': expires }),
    ...underWay?.values,
    ...listed.values,
    ...known?.values,
    ...named?.values,
  };
  const sets = [
    ...changes.map(([field]) => `${field} = ${field} + :${field}`),
    ...trail.map(([field]) => `${field} = :${field}`),
    ...(underWay?.sets ?? []),
    ...listed.sets,
    ...(named?.sets ?? []),
  ];
  const condition = [
    'entries = :length AND disputedAmount = :disputed',
    ...(guard ? [`${guard.field} >= :least`] : []),
    ...(underWay ? [underWay.condition] : []),
    ...(known ? [known.condition] : []),
    // The condition fails if the owner has vouched for the merchant since: then the transaction no longer expires.
    ...(expires === undefined ? [] : ['expires = :expires']),
  ].join(' AND ');
  const removes = [...(underWay?.removes ?? []), ...listed.removes];
  const expression = [clause('SET', sets), clause('REMOVE', removes)].join(' ');
  const writes: Write[] = [
    {
      item: update(transactionKey(id), expression, values, { condition, names: underWay?.names }),
      onFailed: (existing) => new StaleRead(existing && stateOf(existing as Header)),
      onTaken: () => requireUnmoved(transaction),
    },
    ...appended.writes,
    ...sumWrites(transaction, movement),
    ...added.flatMap(({ id: entry, figuresOf }) =>
      figuresOf ? [listDueFigures(merchantId, id, entry)] : [],
    ),
  ];
  return withExpiry(writes, expires);
}

/**
 * Adds the balance transaction of a capture to those of its transaction, as a part of an update; undefined for other
 * lines.
 */
export const captureReference = (line: Line | undefined) =>
  line?.kind === 'capture' && line.acquirer
    ? {
        values: { ':none': [], ':named': [line.acquirer.reference] },
        sets: ['acquirerEntries = list_append(if_not_exists(acquirerEntries, :none), :named)'],
      }
    : undefined;

/** A declined increment sets nothing, and DynamoDB takes no empty clause. */
const clause = (verb: string, parts: readonly string[]): string =>
  parts.length > 0 ? `${verb} ${parts.join(', ')}` : '';

/** Writes the lines, and adds their changes and those of a dispute to one share of the merchant's sums. */
function sumWrites({ id, merchantId, funding, lanes }: TransactionState, movement: Movement): Write[] {
  const [line, ...others] = linesOf(movement);
  const disputes = sumsOfDisputes(movement.disputed ?? {}, funding.currency);
  if (line) {
    const lines = [line, ...others] as const;
    return [...lines.map((each) => putLine(each, lanes)), addToBalance(lines, lanes, disputes)];
  }
  return Object.keys(disputes).length > 0 ? [addToSums(merchantId, id, disputes, lanes)] : [];
}

/** Puts a transaction into the index of pending ones while it has pending money. */
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

/**
 * Opens or ends the acquirer's operation on a transaction. A transaction has at most one open operation: a new one opens if
 * none is open, or in the write that ends the open one.
 */
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

/** Requires that the open operation is still the one that was read, or that there is still none. */
function sameOperation({ operation }: TransactionState): ReturnType<typeof operationPart> {
  const names = { '#operation': 'operation' };
  const part = { names, values: {}, sets: [], removes: [] };
  return operation
    ? { ...part, values: { ':operation': operation.id }, condition: '#operation.id = :operation' }
    : { ...part, condition: 'attribute_not_exists(#operation)' };
}

/** Requires that no entry has got its figures since the transaction was read. */
export const sameFigures = ({ figuresKnown }: TrailState) =>
  figuresKnown === undefined
    ? { condition: 'attribute_not_exists(figuresKnown)', values: {} }
    : { condition: 'figuresKnown = :known', values: { ':known': figuresKnown } };

/** A write that waits for another movement's end is decided again instead of repeated. @throws StaleRead */
async function requireUnmoved(read: TransactionState): Promise<undefined> {
  const now = await get<Header>(transactionKey(read.id));
  const compared = ['entries', 'disputedAmount', 'figuresKnown'] as const;
  if (now && compared.some((field) => now[field] !== read[field])) throw new StaleRead(stateOf(now));
}

/**
 * Applies a movement that an app has requested.
 *
 * @param alongside writes in the same transaction
 * @throws StaleRead if the transaction has changed since it was read
 */
export const applyToTransaction = (
  transaction: TransactionState,
  movement: Movement,
  alongside: readonly Write[],
): Promise<void> => transact([...alongside, ...movementWrites(transaction, movement)]);
