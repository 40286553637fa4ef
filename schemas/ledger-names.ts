/** The names in the ledger. Requests, answers, the ledger and the files for bookkeeping programs share these lists. */

export const lineKinds = ['capture', 'refund', 'dispute', 'payout', 'adjustment'] as const;

/**
 * The kinds of fees: of payments, of the card network, of the platform, of disputes, of exchanging money, of the acquirer's
 * further services, and taxes on fees.
 */
export const feeKinds = [
  'processing',
  'network',
  'application',
  'dispute',
  'exchange',
  'service',
  'tax',
  'withheld_tax',
  'other',
] as const;

export type FeeKind = (typeof feeKinds)[number];

export type FeeAccount = `fees:${FeeKind}`;

export const feeAccounts: readonly FeeAccount[] = feeKinds.map((kind) => `fees:${kind}` as const);

/**
 * The accounts of the ledger that occur in a journal, in the order in which people see them. A journal is in the currency of
 * the balance, so that it has no account for exchanged money.
 */
export const bookedAccounts = [
  'merchant:payable',
  'acquirer:receivable',
  'disputes',
  'payouts:transit',
  'acquirer:adjustments',
  'acquirer:reserves',
  ...feeAccounts,
] as const;

export type BookedAccount = (typeof bookedAccounts)[number];

/** Gives each account of a journal the same value. */
export const perAccount = <const Value>(value: Value) =>
  Object.fromEntries(bookedAccounts.map((account) => [account, value])) as Record<BookedAccount, Value>;
