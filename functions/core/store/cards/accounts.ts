import { inSeconds } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { Outcome } from '#domain/outcome.ts';
import { accountKey, holdKey } from '../table/keys.ts';
import { put, remove, transact, update } from '../table/transact.ts';

/** In seconds. Longer than the day in which an idempotency key can repeat a request. */
const lifetime = 3 * 24 * 60 * 60;

/** The same transaction has already held or released its amount. */
class DoneBefore extends Outcome {
  override readonly name = 'DoneBefore';

  constructor() {
    super('The amount is held already, or not any more');
  }
}

/** The account has less money than the amount. */
class Short extends Outcome {
  override readonly name = 'Short';

  constructor() {
    super('The account has less than the amount');
  }
}

/**
 * Holds an amount on a simulated card account, unless all holds together would exceed the account's balance. Each hold
 * is an item of its own, so that a repeat for the same transaction holds nothing more. The item expires when no repeat
 * is possible any more. Only the simulated issuer of test mode uses it.
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
  const expires = inSeconds(Date.now()) + lifetime;
  try {
    await transact([
      {
        item: put({ ...holdKey(reference, transactionId), expires }, 'attribute_not_exists(pk)'),
        onFailed: () => new DoneBefore(),
      },
      {
        item: update(
          accountKey(reference),
          'ADD held :amount',
          { ':amount': amount, ':room': room },
          { condition: 'attribute_not_exists(pk) OR held <= :room' },
        ),
        onFailed: () => new Short(),
      },
    ]);
    return true;
  } catch (error) {
    if (error instanceof DoneBefore) return true;
    if (error instanceof Short) return false;
    throw error;
  }
}

/** Releases what a transaction has held, at most once. @param amount the held amount */
export const releaseOnAccount = (reference: string, transactionId: Id, amount: number): Promise<void> =>
  transact([
    { item: remove(holdKey(reference, transactionId)), onFailed: () => new DoneBefore() },
    { item: update(accountKey(reference), 'ADD held :less', { ':less': -amount }) },
  ]).catch((error) => {
    if (!(error instanceof DoneBefore)) throw error;
  });
