import type { BookEntry } from '#acquirer/live.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { type AcquirerAccount, inBalance } from '#domain/operation.ts';
import { lineOfEntry } from '#store/acquirer-references.ts';
import { getLine } from '#store/lines.ts';
import { payoutReference } from './record-acquirer-payout.ts';
import { recordAdjustment } from './record-adjustment.ts';
import { syncDispute } from './sync-dispute.ts';

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
 * line, of the same sum. An entry of a dispute that has no line yet brings the dispute up to date, also when no event
 * came. An entry of no payment, dispute or payout is known by the books alone, and gets its line here.
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
    const page = await adapter.listBalanceTransactions(account, { since }, cursor);
    const settled = page.entries.filter(({ created }) => Date.parse(created) < now - settledAfter);
    await syncDisputes({ acquirer, account }, settled);
    const found = await Promise.all(settled.map((entry) => differenceOf(merchant, acquirer, entry)));
    differences.push(...found.flatMap((difference) => difference ?? []));
    entries += settled.length;
    cursor = page.next;
    if (cursor === undefined) return { entries, differences };
  }
}

/** Brings each dispute up to date that has an entry without a line. One after the other: entries share disputes. */
async function syncDisputes(account: AcquirerAccount, entries: readonly BookEntry[]): Promise<void> {
  for (const { about, source, reference } of entries) {
    if (about !== 'dispute' || !source) continue;
    if ((await lineOfEntry(account.acquirer, reference)) === undefined) await syncDispute(account, source);
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
  if (lineId === undefined) return { entry };
  const line = await getLine(lineId);
  if (!line) return undefined;
  const { net } = inBalance(entry, merchant.currency);
  return Number(line.balance) === net ? undefined : { entry, lineId };
}
