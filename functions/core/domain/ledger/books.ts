import type { Id } from '../id.ts';
import type { AcquirerAccount } from '../merchants/acquirer-account.ts';
import type { Integer } from '../money/money.ts';
import type { PocketFunds } from '../transactions/operation.ts';

/**
 * A difference between an acquirer's books and a merchant's ledger that Florin cannot repair, so that an operator has
 * to look at it.
 *
 * - `entry`: a balance transaction has no line
 * - `sum`: a balance transaction has a line of another sum
 * - `line`: a line has no balance transaction
 * - `balance`: the balances in a currency differ by more than all other cases explain
 * - `pending`: the balances in a currency agree, but not the parts of them that are available later
 * - `pocket`: the totals of a pocket in a currency differ by more than all other cases explain
 * - `figures`: an entry of a trail waits for the acquirer's figures, and they have not come
 * - `operation`: an operation has ended without a known outcome, as an operator has retired its account
 */
export type CaseKind = 'entry' | 'sum' | 'line' | 'balance' | 'pending' | 'pocket' | 'figures' | 'operation';

/**
 * - `open`: a log line reports the case every night
 * - `gone`: the difference has disappeared
 * - `explained`, `adjusted`: an operator has settled the case, by a note or by a line
 */
export type CaseState = 'open' | 'gone' | 'explained' | 'adjusted';

export interface BooksCase {
  kind: CaseKind;
  /**
   * Depends on the kind: the acquirer's reference of the balance transaction, the id of the line, of the trail entry
   * or of the operation, or the account.
   */
  reference: string;
  account: AcquirerAccount;
  /** The reason why Florin could not repair the difference, for people. */
  why: string;
  /**
   * The difference that the case explains, in minor units of `currency`: the acquirer's balance minus the ledger's.
   * For a case of kind `pending`, the same for their pending parts.
   */
  amount: number;
  currency: string;
  lineId?: Id;
  /** The acquirer's type of the balance transaction, if the case is about one. */
  type?: string;
  /** For a case of kind `figures` or `operation`: the id of the transaction. */
  source?: string;
  payment?: string;
  fee?: number;
  /** Set if the balance transaction moves money in another pocket, or the totals of a pocket differ. `amount` and `fee` are 0 then. */
  pocket?: PocketFunds;
  /** The time at which the acquirer has booked the balance transaction, ISO 8601, if the case is about one. */
  bookedAt?: string;
}

export interface KnownCase extends BooksCase {
  /** ISO 8601. */
  firstSeen: string;
  lastSeen: string;
  state: CaseState;
  /** The operator who has settled it, the time, and the reason. */
  settled?: { by: string; at: string; note: string; lineId?: Id };
}

/** The name by which operators refer to a case. */
export const caseName = ({ kind, reference }: Pick<BooksCase, 'kind' | 'reference'>): string =>
  `${kind}:${reference}`;

/** The fields of a balance transaction that are compared. */
export interface ComparedBalanceTransaction {
  reference: string;
  net: number;
  fee: number;
  currency: string;
  pocket?: PocketFunds;
}

/** The fields of a line of the ledger that are compared. */
export interface ComparedLine {
  id: Id;
  balance: Integer;
  /** Set if the account keeps the money in another currency than the merchant's. */
  kept?: { currency: string; net: number };
  pocket?: PocketFunds;
}

/** How a balance transaction differs from the ledger. `unknown` means that it has no line. */
export type Difference = { kind: 'unknown' } | { kind: 'sum'; lineId: Id; amount: number };

/** The change of the balance in a currency by a line. @param own the merchant's currency */
export const netOf = ({ balance, kept }: Omit<ComparedLine, 'id'>, currency: string, own: string): number =>
  currency === own ? Number(balance) : kept?.currency === currency ? kept.net : 0;

/**
 * Compares a balance transaction with its line, in the currency of the balance transaction.
 *
 * @param currency of the merchant
 */
export function differenceOf(
  entry: ComparedBalanceTransaction,
  line: ComparedLine | undefined,
  currency: string,
): Difference | undefined {
  if (!line) return { kind: 'unknown' };
  const amount = entry.net - netOf(line, entry.currency, currency);
  const isSamePocket = entry.pocket?.name === line.pocket?.name && entry.pocket?.net === line.pocket?.net;
  return amount === 0 && isSamePocket ? undefined : { kind: 'sum', lineId: line.id, amount };
}

/**
 * The part of a difference between the balances that cases explain: open cases, and cases that were settled by a
 * note. The line that settles a case is in the ledger, and explains nothing.
 */
export const explainedDifference = (cases: readonly KnownCase[], currency: string): number =>
  cases
    .filter((known) => known.currency === currency && known.kind !== 'pending')
    .filter(({ state }) => state === 'open' || state === 'explained')
    .reduce((sum, { amount }) => sum + amount, 0);

/** The part of a difference between the totals of a pocket that cases explain, as for the balances. */
export const explainedInPocket = (cases: readonly KnownCase[], currency: string, name: string): number =>
  cases
    .filter(({ kind }) => kind === 'entry' || kind === 'pocket')
    .filter(({ state }) => state === 'open' || state === 'explained')
    .reduce(
      (sum, { pocket, currency: of }) => (of === currency && pocket?.name === name ? sum + pocket.net : sum),
      0,
    );
