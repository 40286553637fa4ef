import { newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { Outcome } from '#domain/outcome.ts';
import { payoutKey } from './keys.ts';
import { putLine } from './lines.ts';
import { addToBalance } from './merchants.ts';
import { put, transact } from './transact.ts';

/** The merchant was paid out on that day. */
class Known extends Outcome {}

/**
 * Pays out an amount: a line that takes it off the balance, and a mark for the day, in one transaction.
 *
 * @param amount minor units of the merchant's currency
 * @param day `2026-03-13`
 * @returns false when the day's payout was made before
 */
export async function payOut(
  { id: merchantId, test, currency }: Merchant,
  amount: number,
  day: string,
): Promise<boolean> {
  const id = newId();
  try {
    await transact([
      {
        item: put({ ...payoutKey(merchantId, day), lineId: id }, 'attribute_not_exists(pk)'),
        onFailed: () => new Known(),
      },
      putLine({
        id,
        merchantId,
        test,
        kind: 'payout',
        amount: { currency, amount },
        balance: -amount,
        fee: 0,
      }),
      addToBalance(merchantId, id, -amount),
    ]);
    return true;
  } catch (error) {
    if (error instanceof Known) return false;
    throw error;
  }
}
