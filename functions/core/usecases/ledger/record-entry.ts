import type { AcquirerBalanceTransaction } from '#acquirer/acquirer.ts';
import { firstCharacters } from '#basics/first-characters.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { type AcquirerFigures, inBalance, movedBy } from '#domain/transactions/operation.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { disputeByReference } from '#store/disputes/acquirer-events.ts';
import { addToBalance } from '#store/ledger/balance.ts';
import { putLine } from '#store/ledger/lines.ts';
import { nameBalanceTransaction, transactionOfPayment } from '#store/reconciliation/acquirer-references.ts';
import { unlessUnneeded, unneededWrite } from '#store/table/unneeded-writes.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';

/** A balance transaction of an acquirer that has no entry in the trail of a transaction. Money is in minor units of `currency`. */
export interface Entry
  extends Pick<AcquirerFigures, 'currency' | 'net' | 'fee' | 'fees' | 'pocket' | 'availableOn' | 'bookedAt'>,
    Pick<Line, 'kind' | 'description' | 'reserve' | 'heldIn' | 'transactionId' | 'disputeId' | 'order'> {
  /** The acquirer's name of the balance transaction; absent for a line without one. */
  reference?: string;
  /** The amount that the line shows, in minor units of `currency`, whatever part of it changes the balance. */
  amount: number;
}

/** Writes the line of an entry, once for each reference. */
export async function recordEntry(
  merchant: { id: Id; currency: string },
  acquirer: string,
  entry: Entry & { reference: string },
): Promise<void> {
  const line = makeLine(merchant, entry);
  await unlessUnneeded([
    nameBalanceTransaction(acquirer, entry.reference, line.id, unneededWrite),
    putLine(line),
    addToBalance([line]),
  ]);
}

/**
 * Makes the line of a balance transaction. One in another currency than the merchant's leaves the merchant's balance
 * unchanged, and counts in the balance of its own currency.
 *
 * @param merchant the owner of the ledger, with its currency
 */
export function makeLine(merchant: { id: Id; currency: string }, entry: Entry, now = Date.now()): Line {
  const { reference, kind, description, currency, amount, fees, availableOn, bookedAt, reserve } = entry;
  const { pocket, heldIn, transactionId, disputeId, order } = entry;
  const { net, fee } = inBalance(entry, merchant.currency);
  return {
    id: newId(now),
    merchantId: merchant.id,
    test: false,
    kind,
    amount: { currency, amount },
    balance: net,
    fee,
    description,
    ...(reference && { acquirer: { reference } }),
    ...(currency === merchant.currency ? {} : { kept: { currency, net: entry.net, fee: entry.fee } }),
    ...(pocket && { pocket }),
    ...(fees && { fees }),
    ...(availableOn && { availableOn }),
    ...(bookedAt && { bookedAt }),
    ...(reserve && { reserve }),
    ...(heldIn && { heldIn }),
    ...(transactionId && { transactionId }),
    ...(disputeId && { disputeId }),
    ...(order && { order }),
  };
}

/** The most characters of an acquirer's text that Florin stores. */
const longest = 500;

/** Writes a line for a balance transaction that is about no payment, dispute or payout, once for each. */
export async function recordAdjustment(
  merchant: Merchant,
  acquirer: string,
  entry: AcquirerBalanceTransaction,
): Promise<void> {
  const { description, reference, currency, net, fee, fees, pocket, availableOn, created } = entry;
  const moved = movedBy(entry);
  const type = pocket ? `${entry.type} in ${pocket.name}` : entry.type;
  await recordEntry(merchant, acquirer, {
    kind: 'adjustment',
    reference,
    currency,
    amount: moved.net + moved.fee,
    net,
    fee,
    pocket,
    fees,
    availableOn,
    bookedAt: created,
    reserve: entry.reserve,
    heldIn: entry.heldIn,
    ...(await subjectOf(merchant, acquirer, entry)),
    description: firstCharacters(description ? `${type}: ${description}` : type, longest),
  });
}

/** The payment and the dispute of a merchant that a balance transaction names, such as a fee for a dispute. */
async function subjectOf(
  { id: merchantId }: Merchant,
  acquirer: string,
  { payment, source }: AcquirerBalanceTransaction,
): Promise<Pick<Line, 'transactionId' | 'disputeId' | 'order'>> {
  const facts = source === undefined ? undefined : await disputeByReference(acquirer, source);
  const dispute = facts?.live ?? facts?.opened;
  const id = dispute?.transactionId ?? (payment && (await transactionOfPayment(acquirer, payment)));
  const transaction = id && (await getTransactionState(id));
  // The account may have been another merchant's.
  if (!transaction || transaction.merchantId !== merchantId) return {};
  return { transactionId: id, disputeId: dispute?.id, order: transaction.order };
}
