import { type Id, newId } from '#domain/id.ts';
import { sumOf } from '#domain/integer.ts';
import { payoutOf } from '#domain/payout.ts';
import { readAccount } from '#store/merchants.ts';
import { PaidOut, recordPayout } from '#store/payouts.ts';
import { whileMoved } from '#store/retry.ts';

/**
 * Pays out a merchant's balance, if it is above the minimum: once a day, however often it is asked for.
 *
 * @param minimum minor units of the merchant's currency
 * @param day `2026-03-13`
 * @returns what was paid, in minor units; 0 when there is nothing to pay, or the day's payout was made before
 */
export async function payOut(merchantId: Id, minimum: number, day: string): Promise<number> {
  return whileMoved(async () => {
    const { merchant, shares } = await readAccount(merchantId);
    if (!merchant) throw new Error(`No merchant ${merchantId}`);
    // What an acquirer holds, it pays out.
    if (merchant.acquirer) return 0;
    const { test, currency } = merchant;
    const amount = payoutOf(sumOf(shares.map(({ balance }) => balance)), minimum);
    if (amount === 0) return 0;
    const money = { amount: { currency, amount }, balance: -amount, fee: 0 };
    try {
      await recordPayout({ id: newId(), merchantId, test, kind: 'payout', ...money }, shares, day);
      return amount;
    } catch (error) {
      if (error instanceof PaidOut) return 0;
      throw error;
    }
  });
}
