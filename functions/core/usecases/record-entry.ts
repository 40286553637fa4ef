import { type Id, newId } from '#domain/id.ts';
import { type AcquirerFigures, inBalance } from '#domain/operation.ts';
import type { Line } from '#domain/transaction.ts';
import { nameEntry } from '#store/acquirer-references.ts';
import { addToBalance } from '#store/balance.ts';
import { putLine } from '#store/lines.ts';
import { unlessUnneeded, unneeded } from '#store/unneeded.ts';

/** An entry of an acquirer's books that is of no transaction. Money is in minor units of `currency`. */
interface Entry
  extends Pick<AcquirerFigures, 'reference' | 'currency' | 'net' | 'fee' | 'fees' | 'availableOn'>,
    Pick<Line, 'kind' | 'description' | 'reserve'> {
  /** Of the line, whatever of it changes the balance. */
  amount: number;
}

/**
 * Writes the line of an entry, once for each reference. One in a currency that the account keeps beside the merchant's
 * changes no balance.
 *
 * @param merchant whose ledger it is, and what that is kept in
 */
export async function recordEntry(
  merchant: { id: Id; currency: string },
  acquirer: string,
  entry: Entry,
): Promise<void> {
  const { reference, kind, description, currency, amount, fees, availableOn, reserve } = entry;
  const { net, fee } = inBalance(entry, merchant.currency);
  const line: Line = {
    id: newId(),
    merchantId: merchant.id,
    test: false,
    kind,
    amount: { currency, amount },
    balance: net,
    fee,
    description,
    acquirer: { reference },
    ...(currency === merchant.currency ? {} : { kept: { currency, net: entry.net, fee: entry.fee } }),
    ...(fees && { fees }),
    ...(availableOn && { availableOn }),
    ...(reserve && { reserve }),
  };
  await unlessUnneeded([
    nameEntry(acquirer, reference, line.id, unneeded),
    putLine(line),
    addToBalance(line),
  ]);
}
