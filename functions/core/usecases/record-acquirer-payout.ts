import type { BookEntry } from '#acquirer/live.ts';
import { type Id, newId } from '#domain/id.ts';
import { type AcquirerAccount, inBalance } from '#domain/operation.ts';
import { found } from '#domain/outcome.ts';
import type { Line } from '#domain/transaction.ts';
import { log } from '#observability/log.ts';
import { nameEntry } from '#store/acquirer-references.ts';
import { addToBalance } from '#store/balance.ts';
import { putLine } from '#store/lines.ts';
import { findMerchant, merchantOfAccount } from '#store/merchants.ts';
import { unlessUnneeded, unneeded } from '#store/unneeded.ts';

interface Payout extends AcquirerAccount {
  /** The acquirer's name for it. */
  reference: string;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** A payout is known by its own name, not by that of its entry: which event brings. */
export const payoutReference = ({ about, source }: BookEntry): string | undefined =>
  about === 'payout' ? source : about === 'payout back' && source ? returned(source) : undefined;

/** The money of a payout that is back. */
export const returned = (reference: string): string => `${reference} failed`;

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
  const { net, fee } = inBalance({ currency, net: -amount, fee: 0 }, merchant.currency);
  const line: Line = {
    id: newId() satisfies Id,
    merchantId,
    test: false,
    kind: 'payout',
    amount: { currency, amount },
    balance: net,
    fee,
    acquirer: { reference },
  };
  await unlessUnneeded([
    nameEntry(acquirer, reference, line.id, unneeded),
    putLine(line),
    addToBalance(line),
  ]);
}
