import type { FeeKind, Kept } from '../transactions/operation.ts';
import type { Line } from '../transactions/transaction.ts';

/**
 * The accounts of double entry. Money comes from outside into the first four, and is owed to, or was used by, the others:
 * an amount above 0 is money that an account has received, one below 0 money that it has given.
 *
 * - `acquirer:receivable`: what customers pay, and are refunded, through the acquirer.
 * - `acquirer:adjustments`: what the acquirer books beside payments: a monthly fee, a transfer, a top-up.
 * - `acquirer:reserves`: what the acquirer holds in reserve, as an amount above 0.
 * - `disputes`: what disputes have taken, less what they gave back.
 * - `merchant:payable`: what is owed to the merchant. It equals the merchant's balance.
 * - `fees:…`: fees, by kind.
 * - `payouts:transit`: what was paid out, less what came back. It stays here: a ledger does not see a bank account.
 * - `exchange`: what was exchanged: below 0 in the currency that was bought, above 0 in the one that was sold.
 */
export type PostingAccount =
  | 'acquirer:receivable'
  | 'acquirer:adjustments'
  | 'acquirer:reserves'
  | 'disputes'
  | 'merchant:payable'
  | `fees:${FeeKind}`
  | 'payouts:transit'
  | 'exchange';

/** The amount that a movement adds to one account, in minor units of the currency; negative if it takes it away. */
export interface Posting {
  account: PostingAccount;
  currency: string;
  amount: number;
}

/**
 * The postings of a line: what it means in double entry. They sum to zero in each currency if the line is right, since its
 * amount, balance and fee are added up as they were stored.
 *
 * @param own the merchant's currency
 */
export function postingsOf(line: Line, own: string): Posting[] {
  const effect = line.kept ?? { currency: own, net: line.balance, fee: line.fee };
  const { currency, net } = effect;
  const postings = [
    { account: 'merchant:payable', currency, amount: net } as const,
    ...feePostings(line, effect),
    ...counterPostings(line, effect),
  ];
  return postings.filter(({ amount }) => amount !== 0);
}

/** The parts of a fee, as the acquirer has them; a fee without parts is for processing. */
function feePostings({ fees }: Line, { currency, fee }: Kept): Posting[] {
  if (!fees) return [{ account: 'fees:processing', currency, amount: fee }];
  const sums = new Map<FeeKind, number>();
  for (const { kind, amount } of fees) sums.set(kind, (sums.get(kind) ?? 0) + amount);
  return [...sums].map(([kind, amount]) => ({ account: `fees:${kind}`, currency, amount }));
}

/** The other side: where the money comes from that the merchant receives, before fees. */
function counterPostings(line: Line, { currency, net, fee }: Kept): Posting[] {
  const { kind, amount, reserve } = line;
  const account = reserve ? 'acquirer:reserves' : counterAccounts[kind];
  const gross = net + fee;
  // A dispute's amount says what it is about, and each of its entries moves another part of that.
  if (kind === 'dispute') return [{ account, currency, amount: -gross }];
  const given = signs[kind] * amount.amount;
  if (amount.currency === currency) return [{ account, currency, amount: given }];
  return [
    { account, currency: amount.currency, amount: given },
    { account: 'exchange', currency: amount.currency, amount: -given },
    { account: 'exchange', currency, amount: -gross },
  ];
}

const counterAccounts = {
  capture: 'acquirer:receivable',
  refund: 'acquirer:receivable',
  dispute: 'disputes',
  payout: 'payouts:transit',
  adjustment: 'acquirer:adjustments',
} as const satisfies Record<Line['kind'], PostingAccount>;

/**
 * The sign of the counter-posting: a capture's amount is taken from the other account, a refund's and a payout's is
 * added to it.
 */
const signs = { capture: -1, refund: 1, payout: 1, adjustment: -1 } as const;

/** The sums of postings that are not zero, by currency. Correct postings have none. */
export function imbalanceOf(postings: readonly Posting[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { currency, amount } of postings) sums[currency] = (sums[currency] ?? 0) + amount;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}
