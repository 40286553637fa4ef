import type { Rates } from '#domain/exchange.ts';
import { Conflict, NotFound, Refused } from '#domain/outcome.ts';
import {
  amountsOf,
  applyMovement,
  type MovementInput,
  type Operation,
  type Transaction,
} from '#domain/transaction.ts';
import { api } from '#http/api.ts';
import { countConflict } from '#http/errors.ts';
import type { Answer } from '#http/pipeline.ts';
import type { Check } from '#http/validate.ts';
import { once } from '#idempotency/record.ts';
import { replayed } from '#idempotency/request.ts';
import { moved } from '#observability/metrics.ts';
import { asMember } from '#store/merchants.ts';
import { currentRates } from '#store/rates.ts';
import { whileMoved } from '#store/retry.ts';
import {
  applyToTransaction,
  getTransaction,
  type MovementAnswer,
  type TransactionState,
} from '#store/transactions.ts';
import { present } from './present.ts';

const changed = 'The transaction has changed in the meantime';

type Move = (transaction: Transaction, input: MovementInput, rates: Rates, now: number) => Operation;

/** A void moves no money. */
const counted: Partial<Record<string, 'Captured' | 'Refunded'>> = { capture: 'Captured', refund: 'Refunded' };

/**
 * A capture, refund or void: read, decide by the domain's rule, write in one transaction; answers with the
 * transaction after it.
 */
export const operation = (move: Move, check: Check) =>
  api<MovementInput>(async ({ appId, params: { transactionId = '' }, body, once: request }) => {
    const scoped = request && { ...request, scope: appId };
    const replay = async (answer: MovementAnswer) => replayed(await shown(answer));
    return once(scoped, () => whileMoved(attempt), replay).catch(countConflict);

    async function attempt(now?: TransactionState): Promise<Answer> {
      const [transaction, rates] = await Promise.all([now ?? getTransaction(transactionId), currentRates()]);
      if (!transaction) throw new NotFound();
      const movement = await decide(transaction, rates, now !== undefined);
      const { entry } = movement;
      const after = applyMovement(transaction, movement);
      const answer = { amounts: amountsOf(after), entries: transaction.entries + 1 };
      await applyToTransaction(transaction, movement, appId, scoped, answer);
      const name = counted[entry.kind];
      const count = name && moved(name, entry.amount, transaction.currency);
      if (!('trail' in after)) return { ...(await shown(answer)), count };
      const trail = [...after.trail, entry];
      return { status: 201, body: { transaction: present({ ...after, trail }) }, count };
    }

    /**
     * Only members may learn why a movement is refused; for the others it is a 403. What was right when it was first
     * read, and is refused now, met another movement.
     */
    async function decide(transaction: Transaction, rates: Rates, again: boolean): Promise<Operation> {
      try {
        return move(transaction, body, rates, Date.now());
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await asMember(transaction.merchantId, appId, Promise.resolve());
        throw again ? new Conflict(`${changed}: ${error.message}`) : error;
      }
    }

    /** The transaction as it was after this movement: what came later is left out again. */
    async function shown({ amounts, entries }: MovementAnswer): Promise<Answer> {
      const transaction = await getTransaction(transactionId);
      if (!transaction) throw new NotFound();
      const trail = transaction.trail.slice(0, entries);
      return { status: 201, body: { transaction: present({ ...transaction, ...amounts, trail }) } };
    }
  }, check);
