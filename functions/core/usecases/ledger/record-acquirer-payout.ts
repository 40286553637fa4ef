import type { BookEntry } from '#acquirer/live.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { found } from '#domain/outcome.ts';
import { log } from '#observability/log.ts';
import { findMerchant, merchantOfAccount } from '#store/merchants.ts';
import { recordEntry } from './record-entry.ts';

interface Payout extends AcquirerAccount {
  /** The acquirer's name for it. */
  reference: string;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** A payout is known by its own name, not by that of its entry: which event brings. */
const payoutReference = ({ about, source }: BookEntry): string | undefined =>
  about === 'payout' ? source : about === 'payout back' && source ? returned(source) : undefined;

/** Florin knows a balance transaction by its own name, and that of a payout by the name of the payout. */
export const referenceOf = (entry: BookEntry): string => payoutReference(entry) ?? entry.reference;

/** The money of a payout that is back. */
export const returned = (reference: string): string => `${reference} failed`;

/**
 * Writes the line of a payout whose event never came, or of one that is back, by its balance transaction: under the same
 * reference, so that its event changes nothing any more.
 */
export async function recordPayoutEntry(
  merchant: Merchant,
  acquirer: string,
  entry: BookEntry,
): Promise<void> {
  const reference = payoutReference(entry);
  if (!reference) return;
  const { currency, net, fee } = entry;
  await recordEntry(merchant, acquirer, { kind: 'payout', reference, currency, amount: -net, net, fee });
}

/**
 * An acquirer has paid a merchant out; or, with a negative amount, has the money back, as the bank did not take it. A
 * line takes it off the balance, once for each reference; one in a currency that the account keeps beside changes nothing.
 */
export async function recordAcquirerPayout(payout: Payout): Promise<void> {
  const { acquirer, account, reference, amount, currency } = payout;
  const merchantId = await merchantOfAccount({ acquirer, account });
  // The account may be one of another system's.
  if (!merchantId) return log('info', { ignored: reference });
  const merchant = found(await findMerchant(merchantId));
  await recordEntry(merchant, acquirer, {
    kind: 'payout',
    reference,
    currency,
    amount,
    net: -amount,
    fee: 0,
  });
}
