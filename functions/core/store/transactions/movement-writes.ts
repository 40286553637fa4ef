import type { Id } from '#domain/id.ts';
import { sumsOfDisputes } from '#domain/ledger/funds.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import type { DeclinedMovement } from '#domain/transactions/operation.ts';
import {
  entriesOf,
  type Line,
  linesOf,
  type Movement,
  type Transaction,
} from '#domain/transactions/transaction.ts';
import { addToBalance, addToSums } from '../ledger/balance.ts';
import { putLine } from '../ledger/lines.ts';
import { withExpiry } from '../table/expiry.ts';
import { requireInvariants } from '../table/invariants.ts';
import { pendingOf, transactionKey } from '../table/keys.ts';
import { get } from '../table/read.ts';
import { StaleRead } from '../table/retry.ts';
import { transact, type Write } from '../table/transact.ts';
import { type UpdatePart, updateOf } from '../table/update-parts.ts';
import { listDueFigures } from './due-figures.ts';
import { appendToTrail, hasWaiting, type TrailState } from './trail.ts';
import { type Header, stateOf, type TransactionState } from './transaction-item.ts';

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

/**
 * The writes of a movement: the amounts, the trail, the line and the merchant's balance. They succeed only if the
 * transaction has not changed since Florin read it.
 *
 * @throws BrokenInvariant if the amounts would not add up afterwards
 */
export function movementWrites(transaction: TransactionState, movement: Movement): Write[] {
  const { line, change, guard, operation, alone } = movement;
  const after = applyMovement(transaction, movement);
  requireInvariants(after);
  const { id, merchantId, expires } = transaction;
  const added = entriesOf(movement);
  const appended = appendToTrail(transaction, added);
  const parts = [
    ifUnchanged(transaction),
    increases(change),
    replacements(appended.state),
    guard && { condition: `${guard.field} >= :least`, values: { ':least': guard.atLeast } },
    operation ? operationPart(transaction, operation) : alone && ifOpenOperationIs(transaction.operation?.id),
    acceptedPart(transaction, after),
    movement.declines && replacements({ declinedRefunds: lastDeclined(transaction, movement.declines) }),
    pendingPart(transaction, after),
    // This write replaces the tail. It must not undo figures that another write has added to the tail since the read.
    hasWaiting(transaction) ? sameFigures(transaction) : undefined,
    captureReference(line),
    // The condition fails if the transaction no longer expires, because an operator has vouched for its app since.
    expires === undefined ? undefined : { condition: 'expires = :expires', values: { ':expires': expires } },
  ];
  const writes: Write[] = [
    {
      item: updateOf(transactionKey(id), parts),
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
 * Requires that the transaction is as it was read. The trail's length shows most changes. The disputed amount shows an
 * opened dispute, which has no entry.
 */
const ifUnchanged = ({ entries, disputedAmount }: TransactionState): UpdatePart => ({
  condition: 'entries = :length AND disputedAmount = :disputed',
  values: { ':length': entries, ':disputed': disputedAmount },
});

const increases = (change: Movement['change']): UpdatePart => ({
  sets: Object.keys(change).map((field) => `${field} = ${field} + :${field}`),
  values: valuesOf(change),
});

const replacements = (fields: Readonly<Record<string, unknown>>): UpdatePart => ({
  sets: Object.keys(fields).map((field) => `${field} = :${field}`),
  values: valuesOf(fields),
});

const valuesOf = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`:${field}`, value]));

/** Adds the balance transaction of a captured line to those of its transaction. Undefined for other lines. */
export const captureReference = (line: Line | undefined): UpdatePart | undefined =>
  line?.kind === 'capture' && line.acquirer
    ? {
        values: { ':none': [], ':named': [line.acquirer.reference] },
        sets: ['acquirerEntries = list_append(if_not_exists(acquirerEntries, :none), :named)'],
      }
    : undefined;

/** Writes the lines, and adds their amounts and the change of disputed money to one share of the merchant's sums. */
function sumWrites({ id, merchantId, funding, lanes }: TransactionState, movement: Movement): Write[] {
  const [line, ...others] = linesOf(movement);
  const disputes = sumsOfDisputes(movement.disputed ?? {}, funding.currency);
  if (line) {
    const lines = [line, ...others] as const;
    return [...lines.map((each) => putLine(each, lanes)), addToBalance(lines, lanes, disputes)];
  }
  return Object.keys(disputes).length > 0 ? [addToSums(merchantId, id, disputes, lanes)] : [];
}

/** Keeps a transaction in the index of pending ones while it has pending money. */
function pendingPart(
  { merchantId, lane, pendingAmount }: TransactionState,
  after: Transaction,
): UpdatePart | undefined {
  if (pendingAmount > 0 === after.pendingAmount > 0) return undefined;
  return after.pendingAmount === 0
    ? { removes: ['pendingPk'] }
    : { sets: ['pendingPk = :pendingPk'], values: { ':pendingPk': pendingOf(merchantId, lane).pk } };
}

/**
 * Opens or ends the acquirer's operation on a transaction. A transaction has at most one open operation: a new one opens if
 * none is open, or in the write that ends the open one.
 */
function operationPart(
  { accepted }: TransactionState,
  operation: NonNullable<Movement['operation']>,
): UpdatePart | undefined {
  if (accepted?.some(({ id }) => id === operation.closes)) return undefined;
  const before = ifOpenOperationIs(operation.closes);
  return 'opens' in operation
    ? {
        ...before,
        sets: ['#operation = :operation'],
        values: { ...before.values, ':operation': operation.opens },
      }
    : { ...before, removes: ['#operation'] };
}

/** Stores the accepted movements after a movement. Requires that they have not changed since the transaction was read. */
function acceptedPart({ accepted: read }: TransactionState, { accepted }: Transaction): UpdatePart {
  const unchanged: UpdatePart =
    read === undefined
      ? { condition: 'attribute_not_exists(accepted)' }
      : { condition: 'accepted = :accepted', values: { ':accepted': read } };
  if (accepted === read) return unchanged;
  return accepted === undefined
    ? { ...unchanged, removes: ['accepted'] }
    : {
        ...unchanged,
        sets: ['accepted = :acceptedNow'],
        values: { ...unchanged.values, ':acceptedNow': accepted },
      };
}

/** The most declined movements that a transaction keeps. */
const mostDeclined = 20;

const lastDeclined = (
  { declinedRefunds = [] }: TransactionState,
  declined: DeclinedMovement,
): DeclinedMovement[] => [...declinedRefunds, declined].slice(-mostDeclined);

/** Requires that the transaction's open operation has this id, or that none is open. */
const ifOpenOperationIs = (id: Id | undefined): UpdatePart => ({
  names: { '#operation': 'operation' },
  ...(id === undefined
    ? { condition: 'attribute_not_exists(#operation)' }
    : { condition: '#operation.id = :open', values: { ':open': id } }),
});

/** Requires that no entry has got its figures since the transaction was read. */
const sameFigures = ({ figuresKnown }: TrailState): UpdatePart =>
  figuresKnown === undefined
    ? { condition: 'attribute_not_exists(figuresKnown)' }
    : { condition: 'figuresKnown = :known', values: { ':known': figuresKnown } };

/**
 * Fails if the transaction has changed since the read. A write that has waited for another movement to end is decided
 * again instead of repeated.
 *
 * @throws StaleRead
 */
async function requireUnmoved(read: TransactionState): Promise<undefined> {
  const now = await get<Header>(transactionKey(read.id));
  const compared = ['entries', 'disputedAmount', 'figuresKnown'] as const;
  const isSame = (state: Pick<TransactionState, (typeof compared)[number] | 'accepted'>) =>
    compared.every((field) => state[field] === read[field]) &&
    state.accepted?.map(({ id }) => id).join() === read.accepted?.map(({ id }) => id).join();
  if (now && !isSame(now)) throw new StaleRead(stateOf(now));
}
