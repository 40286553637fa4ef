import type { BookEntry } from '#acquirer/live.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { type AcquirerAccount, inBalance } from '#domain/operation.ts';
import { disputeByReference } from '#store/acquirer-events.ts';
import { lineOfEntry } from '#store/acquirer-references.ts';
import { getLine } from '#store/lines.ts';
import { payoutReference } from './record-acquirer-payout.ts';
import { recordAdjustment } from './record-adjustment.ts';

/** An entry of an acquirer's books that a merchant's ledger does not have, or has with another sum. */
export interface Difference {
  entry: BookEntry;
  /** Its line, where it has one: `balance` is not `net`. */
  lineId?: Id;
}

/** In milliseconds: what is younger may be on its way. */
const settledAfter = 60 * 60 * 1000;

/**
 * Compares an acquirer's books, since a time, with the lines of the merchant whose account it is: each entry has one
 * line, of the same sum. What a dispute has moved waits for its end. What is of no payment, dispute or payout is known by
 * the books alone, and gets its line here.
 *
 * @param since and `now`: milliseconds since 1970
 */
export async function reconcile(
  merchant: Merchant,
  { acquirer, account }: AcquirerAccount,
  since: number,
  now: number,
): Promise<{ entries: number; differences: Difference[] }> {
  const adapter = acquirerOf({ acquirer });
  const differences: Difference[] = [];
  let entries = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await adapter.listBalanceTransactions(account, since, cursor);
    const settled = page.entries.filter(({ created }) => Date.parse(created) < now - settledAfter);
    const found = await Promise.all(settled.map((entry) => differenceOf(merchant, acquirer, entry)));
    differences.push(...found.flatMap((difference) => difference ?? []));
    entries += settled.length;
    cursor = page.next;
    if (cursor === undefined) return { entries, differences };
  }
}

async function differenceOf(
  merchant: Merchant,
  acquirer: string,
  entry: BookEntry,
): Promise<Difference | undefined> {
  const lineId = await lineOfEntry(acquirer, payoutReference(entry) ?? entry.reference);
  if (lineId === undefined && entry.about === 'other') {
    await recordAdjustment(merchant, acquirer, entry);
    return undefined;
  }
  if (lineId === undefined) {
    const dispute = entry.source && (await disputeByReference(entry.source));
    return dispute && !dispute.settled ? undefined : { entry };
  }
  const line = await getLine(lineId);
  // The line of a dispute is of all that it has moved; of one that has moved nothing in all there is none.
  if (!line || line.kind === 'dispute') return undefined;
  const { net } = inBalance(entry, merchant.currency);
  return Number(line.balance) === net ? undefined : { entry, lineId };
}
