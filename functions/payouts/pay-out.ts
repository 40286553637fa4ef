import type { ScheduledEvent } from 'aws-lambda';
import { log } from '#http/log.ts';
import { getMerchant, merchantIds } from '#store/merchants.ts';
import { payOut } from '#store/payouts.ts';

/** Minor units of the merchant's currency; what is not above stays on the account for another day. */
const minimum = Number(process.env.PAYOUT_MINIMUM ?? 0);

/**
 * Pays out every merchant that has a bank account and a balance above the minimum: once a day, however often it runs
 * or is interrupted. The day is the schedule's, so that a retry after midnight is still the same payout.
 */
export async function handler({ time }: Partial<ScheduledEvent>): Promise<{ day: string; payouts: number }> {
  const day = (time ?? new Date().toISOString()).slice(0, 10);
  let payouts = 0;
  for await (const id of merchantIds()) {
    const merchant = await getMerchant(id);
    if (merchant?.bank?.iban === undefined || merchant.balance <= Math.max(0, minimum)) continue;
    if (await payOut(merchant, merchant.balance, day)) payouts++;
  }
  log('info', { day, payouts });
  return { day, payouts };
}
