import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { booksWalkKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { put, transact } from '../table/transact.ts';
import { UnneededWrite, unneededWrite } from '../table/unneeded-writes.ts';

/**
 * The progress of one comparison of an account's books with the ledger (a walk), over a period in milliseconds since
 * 1970.
 */
export interface Walk {
  since: number;
  until: number;
  /** The present phase. Each phase begins when the one before has ended. */
  phase: 'entries' | 'lines' | 'pending';
  /** The position at which the next page starts, in balance transactions, lines or transactions by phase. */
  cursor?: string;
  /** The sum of the balance transactions so far, by currency, in minor units. */
  sums: Record<string, number>;
  /** The same in each pocket, as `EUR risk_reserved`; absent in a walk that an earlier version of Florin has begun. */
  pockets?: Record<string, number>;
}

export interface WalkState {
  /** Everything before this time is compared; absent until the first walk has ended. */
  through?: number;
  /** The balance of the account before the merchant's first balance transaction with Florin. */
  opening?: Record<string, number>;
  /** The same in each pocket. Earlier versions of Florin did not store it. */
  openingPockets?: Record<string, number>;
  walk?: Walk;
  version: number;
}

/** @param name `nights`, or the period that an operator has asked for */
export async function readWalk(account: AcquirerAccount, name: string): Promise<WalkState> {
  const item = await get<Item & { state: string; version: number }>(booksWalkKey(account, name));
  // The state is stored as JSON text, as currencies are names of its fields.
  return item ? { ...JSON.parse(item.state), version: item.version } : { version: 0 };
}

/**
 * Stores the state of a run.
 *
 * @returns the state with its new version; undefined if another run has stored a later one
 */
export async function saveWalk(
  account: AcquirerAccount,
  name: string,
  { version, ...state }: WalkState,
): Promise<WalkState | undefined> {
  const item = { ...booksWalkKey(account, name), state: JSON.stringify(state), version: version + 1 };
  const condition = version === 0 ? 'attribute_not_exists(pk)' : 'version = :version';
  const values = version === 0 ? undefined : { ':version': version };
  try {
    await transact([{ item: put(item, condition, values), onFailed: unneededWrite }]);
    return { ...state, version: version + 1 };
  } catch (error) {
    if (error instanceof UnneededWrite) return undefined;
    throw error;
  }
}
