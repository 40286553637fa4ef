import type { Id } from './id.ts';
import type { AcquirerAccount } from './operation.ts';

/**
 * What an acquirer's books and a merchant's ledger differ in, and Florin cannot repair: somebody has to look at it.
 *
 * - `entry`: a balance transaction has no line
 * - `sum`: it has a line of another sum
 * - `line`: a line has no balance transaction
 * - `balance`: the balances differ by more than all other cases explain
 */
export type CaseKind = 'entry' | 'sum' | 'line' | 'balance';

/**
 * - `open`: it is told of every night
 * - `gone`: the books agree by now
 * - `explained`, `adjusted`: an operator has settled it, by a note or by a line
 */
export type CaseState = 'open' | 'gone' | 'explained' | 'adjusted';

export interface BooksCase {
  kind: CaseKind;
  /** The acquirer's name of the balance transaction, the line's id, or the account. */
  reference: string;
  account: AcquirerAccount;
  /** Why it was not repaired, for people. */
  why: string;
  /** What the balance at the acquirer has beyond the ledger, by this. Minor units of `currency`. */
  amount: number;
  currency: string;
  lineId?: Id;
  /** Of an entry, what the acquirer says of it. */
  type?: string;
  source?: string;
  payment?: string;
  fee?: number;
}

export interface KnownCase extends BooksCase {
  /** ISO 8601. */
  firstSeen: string;
  lastSeen: string;
  state: CaseState;
  /** Who has settled it, when, and why. */
  settled?: { by: string; at: string; note: string; lineId?: Id };
}

/** What an operator calls a case. */
export const caseName = ({ kind, reference }: Pick<BooksCase, 'kind' | 'reference'>): string =>
  `${kind}:${reference}`;
