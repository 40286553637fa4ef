import type { BookEntry } from '#acquirer/live.ts';
import { newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { inBalance } from '#domain/operation.ts';
import type { Line } from '#domain/transaction.ts';
import { nameEntry } from '#store/acquirer-references.ts';
import { addToBalance } from '#store/balance.ts';
import { putLine } from '#store/lines.ts';
import { unlessUnneeded, unneeded } from '#store/unneeded.ts';

/** In characters: what of an acquirer's text is kept. */
const longest = 500;

/** What an acquirer has booked that is of no payment, dispute or payout gets a line, once for each entry of its books. */
export async function recordAdjustment(
  { id: merchantId, currency }: Pick<Merchant, 'id' | 'currency'>,
  acquirer: string,
  entry: BookEntry,
): Promise<void> {
  const { reference, type, description } = entry;
  const { net, fee } = inBalance(entry, currency);
  const line: Line = {
    id: newId(),
    merchantId,
    test: false,
    kind: 'adjustment',
    amount: { currency: entry.currency, amount: entry.net + entry.fee },
    balance: net,
    fee,
    description: (description ? `${type}: ${description}` : type).slice(0, longest),
    acquirer: { reference },
  };
  await unlessUnneeded([
    nameEntry(acquirer, reference, line.id, unneeded),
    putLine(line),
    addToBalance(line),
  ]);
}
