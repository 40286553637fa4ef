/** A merchant's account at an acquirer of real money, as an operator has connected it. */
export interface AcquirerAccount {
  /** The adapter's name, as in the list of adapters. */
  acquirer: string;
  /** The acquirer's id of the account; absent for the stage's own account. */
  account?: string;
}

/** Whether both are the same account at the same acquirer. */
export const isSameAccount = (one: AcquirerAccount | undefined, other: AcquirerAccount): boolean =>
  one?.acquirer === other.acquirer && one.account === other.account;
