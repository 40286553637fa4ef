import { isDeepStrictEqual } from 'node:util';
import type { BookEntry } from '#acquirer/live.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import { explainedBy, type KnownCase } from '#domain/ledger/books.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { sumOf } from '#domain/money/integer.ts';
import { namedEntries } from '#store/acquirer-references.ts';
import { listCases } from '#store/cases.ts';
import { type ConnectedAccount, readAccount } from '#store/merchants.ts';
import { readWalk } from '#store/reconciliations.ts';
import { referenceOf } from '../ledger/record-acquirer-payout.ts';

type Sums = Record<string, number>;

/** Reads the balance transactions of an account since a time. */
async function entriesSince(account: AcquirerAccount, since: number): Promise<BookEntry[]> {
  const found: BookEntry[] = [];
  const adapter = acquirerOf(account);
  for (let cursor: string | undefined; ; ) {
    const page = await adapter.listBalanceTransactions(account.account, { since }, cursor);
    found.push(...page.entries);
    cursor = page.next;
    if (cursor === undefined) return found;
  }
}

/**
 * The balance of an account when it was connected, by currency: today's balance minus everything booked since. Florin keeps
 * it for ever. So it reads both until two results in a row agree. If an account is too busy for that, the last result counts.
 *
 * @param sums of the entries until `until`
 */
export async function openingOf(account: AcquirerAccount, sums: Sums, until: number): Promise<Sums> {
  let last = await openingNow(account, sums, until);
  for (let look = 1; look < openingLooks; look++) {
    const now = await openingNow(account, sums, until);
    if (isDeepStrictEqual(now, last)) return now;
    last = now;
  }
  return last;
}

async function openingNow(account: AcquirerAccount, sums: Sums, until: number): Promise<Sums> {
  const opening = { ...(await acquirerOf(account).balanceOf(account.account)) };
  const young = await entriesSince(account, until);
  for (const { currency, net } of young) opening[currency] = (opening[currency] ?? 0) - net;
  for (const [currency, sum] of Object.entries(sums)) opening[currency] = (opening[currency] ?? 0) - sum;
  return opening;
}

/** The most comparisons of the balances in a night. Money that moves between two readings is no difference. */
const looks = 3;

/** The most comparisons of the opening balance, which is read once for each account. */
const openingLooks = 10;

/**
 * The part of the difference between a merchant's accounts and the ledger that neither cases explain, nor balance
 * transactions of the last hour that have no line yet. In minor units of the merchant's currency. It is read until two
 * results in a row agree.
 *
 * @returns undefined if an account was not compared from its beginning
 */
export async function unexplainedDifference(
  merchant: Merchant,
  accounts: readonly ConnectedAccount[],
): Promise<number | undefined> {
  let last: number | undefined;
  for (let look = 0; look < looks; look++) {
    const difference = await differenceNow(merchant, accounts);
    if (difference === undefined || difference === 0 || difference === last) return difference;
    last = difference;
  }
  // The merchant is too busy to be compared at this moment.
  return undefined;
}

async function differenceNow(
  { id, currency }: Merchant,
  accounts: readonly ConnectedAccount[],
): Promise<number | undefined> {
  let theirs = 0;
  for (const account of accounts) {
    const { opening, through } = await readWalk(account, 'nights');
    if (!opening || through === undefined) return undefined;
    const balance = await acquirerOf(account).balanceOf(account.account);
    theirs += (balance[currency] ?? 0) - (opening[currency] ?? 0);
    const young = await entriesSince(account, through);
    const named = await namedEntries(account.acquirer, young.map(referenceOf));
    for (const entry of young)
      if (entry.currency === currency && !named.has(referenceOf(entry))) theirs -= entry.net;
  }
  const { shares } = await readAccount(id);
  const ours = Number(sumOf(shares.map(({ balance }) => balance)));
  const cases = (await listCases(id)).filter((known) => !isOpenBalance(known));
  return theirs - ours - explainedBy(cases, currency);
}

export const isOpenBalance = ({ kind, state }: KnownCase): boolean => kind === 'balance' && state === 'open';
