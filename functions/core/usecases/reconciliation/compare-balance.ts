import { isDeepStrictEqual } from 'node:util';
import type { AcquirerBalance, AcquirerBalanceTransaction } from '#acquirer/acquirer.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import { day, utcDay } from '#basics/time.ts';
import { explainedDifference, explainedInPocket, type KnownCase } from '#domain/ledger/books.ts';
import { fundsOf, otherCurrencies, pendingAfter, pocketsIn, totalOf } from '#domain/ledger/funds.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import type { PocketFunds } from '#domain/transactions/operation.ts';
import type { ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import { readAccount } from '#store/merchants/merchants.ts';
import { namedBalanceTransactions } from '#store/reconciliation/acquirer-references.ts';
import { listCases } from '#store/reconciliation/cases.ts';
import { readWalk } from '#store/reconciliation/reconciliations.ts';
import { storedReferenceOf } from '../ledger/record-acquirer-payout.ts';

/** Minor units by currency. */
type Sums = Record<string, number>;

function add(sums: Sums, currency: string, amount: number): void {
  sums[currency] = (sums[currency] ?? 0) + amount;
}

/** The money of an account: its balance by currency, and its pockets by currency and name, as `EUR risk_reserved`. */
interface Money {
  balance: Sums;
  pockets: Sums;
}

const inPocket = (currency: string, name: string): string => `${currency} ${name}`;

/** Adds what a balance transaction moves. @param sign -1 subtracts it */
export function addEntry(
  { balance, pockets }: Money,
  { currency, net, pocket, heldIn }: AcquirerBalanceTransaction,
  sign: 1 | -1 = 1,
): void {
  add(balance, currency, sign * net);
  if (pocket) add(pockets, inPocket(currency, pocket.name), sign * pocket.net);
  if (heldIn) add(pockets, inPocket(currency, heldIn), -sign * net);
}

/** The totals of pockets that an acquirer tells. */
const toldPockets = (balance: Record<string, AcquirerBalance>): [pocket: string, sum: number][] =>
  Object.entries(balance).flatMap(([currency, { pockets = {} }]) =>
    Object.entries(pockets).map(([name, sum]): [string, number] => [inPocket(currency, name), sum]),
  );

/**
 * Reads the balance transactions of an account since a time.
 *
 * @param end milliseconds since 1970: after this time only the first page is read
 * @returns undefined if there are more than could be read until then
 */
async function entriesSince(
  account: AcquirerAccount,
  since: number,
  end: number,
): Promise<AcquirerBalanceTransaction[] | undefined> {
  const found: AcquirerBalanceTransaction[] = [];
  const adapter = acquirerOf(account);
  for (let cursor: string | undefined; ; ) {
    const page = await adapter.listBalanceTransactions(account.account, { since }, cursor);
    found.push(...page.entries);
    cursor = page.next;
    if (cursor === undefined) return found;
    if (Date.now() > end) return undefined;
  }
}

/**
 * The money of an account when it was connected: today's balance minus everything booked since. As
 * Florin keeps this figure for ever, it reads both parts until two results in a row agree. If an account is too busy
 * for that, the last result counts.
 *
 * @param sums of the entries until `until`
 */
export async function openingOf(account: AcquirerAccount, sums: Money, until: number): Promise<Money> {
  let last = await readOpening(account, sums, until);
  for (let look = 1; look < mostOpeningComparisons; look++) {
    const now = await readOpening(account, sums, until);
    if (isDeepStrictEqual(now, last)) return now;
    last = now;
  }
  return last;
}

async function readOpening(account: AcquirerAccount, sums: Money, until: number): Promise<Money> {
  const now = await acquirerOf(account).balanceOf(account.account);
  const opening: Money = {
    balance: Object.fromEntries(Object.entries(now).map(([currency, { total }]) => [currency, total])),
    pockets: Object.fromEntries(toldPockets(now)),
  };
  const young = await entriesSince(account, until, Number.POSITIVE_INFINITY);
  for (const entry of young ?? []) addEntry(opening, entry, -1);
  for (const part of ['balance', 'pockets'] as const)
    for (const [name, sum] of Object.entries(sums[part])) add(opening[part], name, -sum);
  return opening;
}

/** The most comparisons of the balances in a night. Money that moves between two readings is not a difference. */
const mostComparisons = 3;

/** The most comparisons of the opening balance, which is read once for each account. */
const mostOpeningComparisons = 10;

/** A part of the difference between a merchant's accounts and the ledger that nothing explains, in minor units. */
export interface BalanceDifference {
  kind: 'balance' | 'pending' | 'pocket';
  currency: string;
  amount: number;
  /** Set if the difference is in a pocket. `amount` is 0 then. */
  pocket?: PocketFunds;
}

/**
 * The differences between a merchant's accounts and the ledger, in each currency, as far as neither cases nor recent
 * balance transactions without a line explain them. Florin reads both sides until two results in a row agree.
 *
 * @param end milliseconds since 1970: after this time only the first page of balance transactions is read
 * @returns undefined if an account was not compared from its beginning, or is too busy to be compared until `end`
 */
export async function unexplainedDifferences(
  merchant: Merchant,
  accounts: readonly ConnectedAccount[],
  end: number,
): Promise<BalanceDifference[] | undefined> {
  let last: BalanceDifference[] | undefined;
  for (let look = 0; look < mostComparisons; look++) {
    const found = await differencesNow(merchant, accounts, end);
    if (found === undefined || found.length === 0 || isDeepStrictEqual(found, last)) return found;
    last = found;
  }
  // The merchant is too busy to be compared at this moment.
  return undefined;
}

async function differencesNow(
  { id, currency: own }: Merchant,
  accounts: readonly ConnectedAccount[],
  end: number,
): Promise<BalanceDifference[] | undefined> {
  const cases = (await listCases(id)).filter((known) => !isOpenBalance(known));
  const theirs = await balanceAt(accounts, cases, end);
  if (!theirs) return undefined;
  const { shares } = await readAccount(id);
  const sums = totalOf(shares);
  const currencies = new Set([own, ...Object.keys(theirs.balance), ...otherCurrencies(sums)]);
  const differences = [...currencies].sort().flatMap((currency): BalanceDifference[] => {
    const of = currency === own ? undefined : currency;
    const balance = Number(fundsOf(sums, false, dayAt(0), of).balance);
    const amount = (theirs.balance[currency] ?? 0) - balance - explainedDifference(cases, currency);
    if (amount !== 0) return [{ kind: 'balance', currency, amount }];
    if (!theirs.pending || cases.some((known) => known.currency === currency && mayBePending(known)))
      return [];
    const later = theirs.pending[currency] ?? 0;
    const [today, ...near] = [0, -1, 1].map((days) => Number(pendingAfter(sums, dayAt(days), of)));
    return later === today || near.includes(later)
      ? []
      : [{ kind: 'pending', currency, amount: later - (today ?? 0) }];
  });
  const inPockets = theirs.pockets.flatMap(([pocket, sum]): BalanceDifference[] => {
    const [currency = '', name = ''] = pocket.split(' ');
    const ours = Number(pocketsIn(sums, currency === own ? undefined : currency)[name] ?? 0);
    const net = sum - ours - explainedInPocket(cases, currency, name);
    return net === 0 ? [] : [{ kind: 'pocket', currency, amount: 0, pocket: { name, net, fee: 0 } }];
  });
  return [...differences, ...inPockets];
}

/** @param ahead days; the acquirer may make money available some hours before or after its day begins */
const dayAt = (ahead: number): string => utcDay(Date.now() + ahead * day);

/**
 * The longest time for which money is pending, in milliseconds. For money that an account had before it was
 * connected, Florin does not know when it is available.
 */
const longestPending = 60 * day;

/** Whether the money of a case may still be pending. Its line, if it has one, does not say when the money is available. */
const mayBePending = ({ state, lastSeen }: KnownCase): boolean =>
  state !== 'gone' && Date.now() - Date.parse(lastSeen) < longestPending;

/**
 * The balances since the accounts were connected. The money of a retired account is not among them, so the ledger's
 * part of it is a difference, which an operator settles once.
 *
 * @param cases that explain a part of the difference from the ledger
 * @returns no `pending` if some of the pending money may not be in the ledger; the pockets that can be compared
 */
async function balanceAt(
  accounts: readonly ConnectedAccount[],
  cases: readonly KnownCase[],
  end: number,
): Promise<{ balance: Sums; pending?: Sums; pockets: [pocket: string, sum: number][] } | undefined> {
  const [balance, pending, pockets]: [Sums, Sums, Sums] = [{}, {}, {}];
  const told = new Set<string>();
  let [isPendingKnown, arePocketsKnown] = [true, true];
  for (const account of accounts.filter(({ retired }) => !retired)) {
    const { opening, openingPockets, through } = await readWalk(account, 'nights');
    if (!opening || through === undefined) return undefined;
    for (const [currency, sum] of Object.entries(opening)) add(balance, currency, -sum);
    if (!openingPockets) arePocketsKnown = false;
    for (const [pocket, sum] of Object.entries(openingPockets ?? {})) add(pockets, pocket, -sum);
    const isNew = Date.now() - account.connected < longestPending;
    if (isNew && Object.values(opening).some((sum) => sum !== 0)) isPendingKnown = false;
    const now = await acquirerOf(account).balanceOf(account.account);
    for (const [currency, { total, pending: later }] of Object.entries(now)) {
      add(balance, currency, total);
      if (later === undefined) isPendingKnown = false;
      else add(pending, currency, later);
    }
    for (const [pocket, sum] of toldPockets(now)) {
      told.add(pocket);
      add(pockets, pocket, sum);
    }
    const young = await entriesSince(account, through, end);
    if (!young) return undefined;
    const named = await namedBalanceTransactions(account.acquirer, young.map(storedReferenceOf));
    for (const entry of young) {
      const reference = storedReferenceOf(entry);
      // An event may already have made a case of this balance transaction. The case then explains the difference.
      if (named.has(reference) || cases.some((known) => isExplaining(known, reference))) continue;
      addEntry({ balance, pockets }, entry, -1);
      // A payout leaves the available balance at once, and its line is never pending.
      const isPayout = entry.about === 'payout' || entry.about === 'payout back';
      if (!isPayout && (entry.availableOn ?? '') > dayAt(0)) add(pending, entry.currency, -entry.net);
    }
  }
  const compared = Object.entries(pockets).filter(([pocket]) => arePocketsKnown && told.has(pocket));
  return { balance, pockets: compared, ...(isPendingKnown && { pending }) };
}

/** Whether a case explains the difference by a balance transaction without a line. */
const isExplaining = ({ kind, state, reference }: KnownCase, of: string): boolean =>
  kind === 'entry' && (state === 'open' || state === 'explained') && reference === of;

export const isOpenBalance = ({ kind, state }: KnownCase): boolean =>
  (kind === 'balance' || kind === 'pending' || kind === 'pocket') && state === 'open';
