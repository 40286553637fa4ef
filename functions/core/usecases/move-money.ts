import type { Rates } from '#domain/exchange.ts';
import type { Id } from '#domain/id.ts';
import { Conflict, found, Refused } from '#domain/outcome.ts';
import {
  type Amounts,
  amountsOf,
  applyMovement,
  type MovementInput,
  type RequestedMovement,
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
import { assertMember } from './membership.ts';

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
  /** What is written alongside the movement, of what it was. */
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
    const [transaction, rates] = await Promise.all([now ?? readState(transactionId), currentRates()]);
    const movement = await decide(transaction, rates, now !== undefined);
    const after = applyMovement(transaction, movement);
    const moment = { amounts: amountsOf(after), entries: transaction.entries + 1 };
    await applyToTransaction(transaction, movement, appId, record(moment));
    const { entry } = movement;
    return 'trail' in after
      ? { entry, transaction: { ...after, trail: [...after.trail, entry] } }
      : { entry, transaction: await transactionAt(transactionId, moment) };

    /**
     * Only members may learn why a movement is refused; for the others it is a 403. What was right when it was first
     * read, and is refused now, met another movement.
     */
    async function decide(state: TransactionState, rates: Rates, again: boolean): Promise<RequestedMovement> {
      try {
        return move(state, input, rates, Date.now());
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await assertMember(state.merchantId, appId);
        throw again ? new Conflict(`The transaction has changed in the meantime: ${error.message}`) : error;
      }
    }
  });

const readState = async (id: Id): Promise<TransactionState | TransactionWithTrail> =>
  found(await getTransaction(id));

/** The transaction as it was at that moment: what came later is left out again. */
export async function transactionAt(id: Id, { amounts, entries }: Moment): Promise<TransactionWithTrail> {
  const transaction = found(await getTransaction(id));
  return { ...transaction, ...amounts, trail: transaction.trail.slice(0, entries) };
}
