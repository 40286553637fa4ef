import { type Amounts, amountsOf, applyMovement } from '#domain/amounts.ts';
import type { Rates } from '#domain/exchange.ts';
import type { Id } from '#domain/id.ts';
import { Conflict, found, Refused } from '#domain/outcome.ts';
import {
  type MovementInput,
  type RequestedMovement,
  refuseEndless,
  type TrailEntry,
  type Transaction,
} from '#domain/transaction.ts';
import { currentRates } from '#store/rates.ts';
import { whileMoved } from '#store/retry.ts';
import type { Write } from '#store/transact.ts';
import {
  applyToTransaction,
  getTransaction,
  type TransactionState,
  type TransactionWithTrail,
} from '#store/transactions.ts';
import { forMember } from './membership.ts';

/** The domain's rule of a capture, a refund or a void. @throws Refused */
export type Move = (
  transaction: Transaction,
  input: MovementInput,
  rates: Rates,
  now: number,
) => RequestedMovement;

/** Who asks for what. */
export interface MoveRequest {
  appId: Id;
  transactionId: Id;
  input: MovementInput;
  /** What is written in the same transaction, given the transaction as it will be. */
  record(moved: Moment): readonly Write[];
}

/** A transaction as a movement has left it, whatever comes later: its amounts, and how long its trail was. */
export interface Moment {
  amounts: Amounts;
  entries: number;
}

export interface Moved {
  transaction: TransactionWithTrail;
  entry: TrailEntry;
}

/**
 * Captures, refunds or voids: reads, decides by the domain's rule, and writes in one transaction. Tried again where
 * another movement came between.
 *
 * @throws NotFound, NoAccess, Refused, Conflict where the rule was kept until another movement came between
 */
export const moveMoney = (move: Move, { appId, transactionId, input, record }: MoveRequest): Promise<Moved> =>
  whileMoved(async (now?: TransactionState) => {
    // Membership is read once, and no part of the write: all movements of a merchant would meet at that item.
    const reading =
      now ?? forMember<TransactionState | TransactionWithTrail>(appId, getTransaction(transactionId));
    const [transaction, rates] = await Promise.all([reading, currentRates()]);
    const movement = decide(transaction, rates, now !== undefined);
    const after = applyMovement(transaction, movement);
    const moment = { amounts: amountsOf(after), entries: transaction.entries + 1 };
    await applyToTransaction(transaction, movement, record(moment));
    const { entry } = movement;
    return 'trail' in after
      ? { entry, transaction: { ...after, trail: [...after.trail, entry] } }
      : { entry, transaction: await transactionAt(transactionId, moment) };

    /** What was right when it was first read, and is refused now, met another movement. */
    function decide(state: TransactionState, rates: Rates, again: boolean): RequestedMovement {
      try {
        const movement = move(state, input, rates, Date.now());
        refuseEndless(movement, state);
        return movement;
      } catch (error) {
        throw again && error instanceof Refused
          ? new Conflict(`The transaction has changed in the meantime: ${error.message}`)
          : error;
      }
    }
  });

/** The transaction as it was at that moment: what came later is left out again. */
export async function transactionAt(id: Id, { amounts, entries }: Moment): Promise<TransactionWithTrail> {
  const transaction = found(await getTransaction(id));
  return { ...transaction, ...amounts, trail: transaction.trail.slice(0, entries) };
}
