import { type Id, newId } from '#domain/id.ts';
import { sumOf } from '#domain/integer.ts';
import { Outcome } from '#domain/outcome.ts';
import { payoutOf } from '#domain/payout.ts';
import type { Line } from '#domain/transaction.ts';
import { readShares, type Share, takeFromBalance } from './balance.ts';
import { payoutKey } from './keys.ts';
import { putLine } from './lines.ts';
import { findMerchant } from './merchants.ts';
import { Moved, whileMoved } from './retry.ts';
import { put, transact } from './transact.ts';

/** The merchant was paid out on that day. */
class Known extends Outcome {}

/**
 * Pays out a merchant's balance, if it is above the minimum: a line that takes it off the balance, and a mark for the
 * day, in one transaction.
 *
 * @param minimum minor units of the merchant's currency
 * @param day `2026-03-13`
 * @returns what was paid, in minor units; 0 when there is nothing to pay, or the day's payout was made before
 */
export async function payOut(merchantId: Id, minimum: number, day: string): Promise<number> {
  const merchant = await findMerchant(merchantId);
  if (!merchant) throw new Error(`No merchant ${merchantId}`);
  const { test, currency } = merchant;
  return whileMoved(async () => {
    const shares = await readShares(merchantId);
    const amount = payoutOf(sumOf(shares.map(({ balance }) => balance)), minimum);
    if (amount === 0) return 0;
    const money = { amount: { currency, amount }, balance: -amount, fee: 0 };
    try {
      await write({ id: newId(), merchantId, test, kind: 'payout', ...money }, shares, day);
      return amount;
    } catch (error) {
      if (error instanceof Known) return 0;
      throw error;
    }
  });
}

const write = (line: Line, shares: readonly Share[], day: string): Promise<void> =>
  transact([
    {
      item: put({ ...payoutKey(line.merchantId, day), lineId: line.id }, 'attribute_not_exists(pk)'),
      onFailed: () => new Known(),
    },
    putLine(line),
    ...takeFromBalance(line, shares, line.amount.amount, () => new Moved()),
  ]);
