import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { booksWalkKey } from './table/keys.ts';
import { get, type Item } from './table/read.ts';
import { put, transact } from './table/transact.ts';
import { Unneeded, unneeded } from './table/unneeded.ts';

/** How far an account's books were compared with the ledger, of a period in milliseconds since 1970. */
export interface Walk {
  since: number;
  until: number;
  /** The present phase. Each phase begins when the one before has ended. */
  phase: 'entries' | 'lines' | 'pending';
  /** Where the next page begins: an entry of the acquirer's, a line or a transaction. */
  cursor?: string;
  /** The sum of the balance transactions so far, by currency, in minor units. */
  sums: Record<string, number>;
}

export interface WalkState {
  /** All before this time was compared; absent before the first walk has ended. */
  through?: number;
  /** The balance of the account before the merchant's first balance transaction with Florin. */
  opening?: Record<string, number>;
  walk?: Walk;
  version: number;
}

/** @param name `nights`, or a period that an operator has asked for */
export async function readWalk(account: AcquirerAccount, name: string): Promise<WalkState> {
  const item = await get<Item & { state: string; version: number }>(booksWalkKey(account, name));
  // As text: currencies are names of fields.
  return item ? { ...JSON.parse(item.state), version: item.version } : { version: 0 };
}

/**
 * Stores how far a run has come.
 *
 * @returns the state with its new version; undefined when another run has come further
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
    await transact([{ item: put(item, condition, values), onFailed: unneeded }]);
    return { ...state, version: version + 1 };
  } catch (error) {
    if (error instanceof Unneeded) return undefined;
    throw error;
  }
}
