import type { AcquirerBalanceTransaction } from '#acquirer/acquirer.ts';
import { firstCharacters } from '#basics/first-characters.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { recordEntry } from './record-entry.ts';

/** The most characters of an acquirer's text that Florin stores. */
const longest = 500;

/** Writes a line for a balance transaction that is about no payment, dispute or payout, once for each. */
export async function recordAdjustment(
  merchant: Merchant,
  acquirer: string,
  entry: AcquirerBalanceTransaction,
): Promise<void> {
  const { type, description, reference, currency, net, fee, fees, availableOn, reserve } = entry;
  await recordEntry(merchant, acquirer, {
    kind: 'adjustment',
    reference,
    currency,
    amount: net + fee,
    net,
    fee,
    fees,
    availableOn,
    reserve,
    description: firstCharacters(description ? `${type}: ${description}` : type, longest),
  });
}
