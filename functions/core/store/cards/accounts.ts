import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { Outcome } from '#domain/outcome.ts';
import { accountKey, holdKey } from '../table/keys.ts';
import { put, remove, transact, update } from '../table/transact.ts';

/** In seconds. A hold lives longer than the day in which an idempotency key can repeat a request. */
const lifetime = { hold: 3 * daySeconds, account: 365 * daySeconds };

/** The account stays as it is. */
class Unchanged extends Outcome {
  override readonly name = 'Unchanged';

  /** @param isDone whether the same transaction has held or released its amount before; otherwise the account is short of it */
  constructor(readonly isDone: boolean) {
    super('The account stays as it is');
  }
}

/**
 * Holds an amount on a simulated card account, unless all holds together would exceed the account's balance. Each hold
 * is an item of its own, so that a repeat for the same transaction holds nothing more. The item expires when no repeat
 * is possible any more, and the account a year after its last hold. Only the simulated issuer of test mode uses it.
 *
 * @param balance and `amount`: minor units of the account's currency
 */
export async function holdOnAccount(
  reference: string,
  transactionId: Id,
  amount: number,
  balance: number,
): Promise<boolean> {
  const room = balance - amount;
  if (room < 0) return false;
  const now = inSeconds(Date.now());
  try {
    await transact([
      {
        item: put(
          { ...holdKey(reference, transactionId), expires: now + lifetime.hold },
          'attribute_not_exists(pk)',
        ),
        onFailed: () => new Unchanged(true),
      },
      {
        item: update(
          accountKey(reference),
          'ADD held :amount SET expires = :expires',
          { ':amount': amount, ':room': room, ':expires': now + lifetime.account },
          { condition: 'attribute_not_exists(pk) OR held <= :room' },
        ),
        onFailed: () => new Unchanged(false),
      },
    ]);
    return true;
  } catch (error) {
    if (error instanceof Unchanged) return error.isDone;
    throw error;
  }
}

/** Releases what a transaction has held, at most once. @param amount the held amount */
export const releaseOnAccount = (reference: string, transactionId: Id, amount: number): Promise<void> =>
  transact([
    { item: remove(holdKey(reference, transactionId)), onFailed: () => new Unchanged(true) },
    { item: update(accountKey(reference), 'ADD held :less', { ':less': -amount }) },
  ]).catch((error) => {
    if (!(error instanceof Unchanged)) throw error;
  });
