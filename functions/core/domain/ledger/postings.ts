import type { BookedAccount, FeeKind } from '#schemas/ledger-names.ts';
import type { KeptFunds } from '../transactions/operation.ts';
import type { Line } from '../transactions/transaction.ts';

/**
 * The accounts of double entry. An amount above 0 is money that an account has received, an amount below 0 is money
 * that it has given. Money comes in from outside through the first four accounts. The others show to whom it is owed,
 * or how it was used.
 * - `acquirer:receivable`: payments and refunds of customers through the acquirer.
 * - `acquirer:adjustments`: bookings of the acquirer apart from payments and fees: a transfer, a top-up.
 * - `acquirer:reserves`: money that the acquirer holds in reserve or in another pocket, as an amount above 0.
 * - `disputes`: money that disputes have withdrawn, less the money that they have reinstated.
 * - `merchant:payable`: money that is owed to the merchant. It equals the merchant's balance.
 * - `fees:…`: fees, by kind.
 * - `payouts:transit`: paid out money, less returned payouts. It stays here, as the ledger contains no bank account.
 * - `exchange`: exchanged money: below 0 in the bought currency, above 0 in the sold one.
 */
export type PostingAccount = BookedAccount | 'exchange';

/**
 * The amount that a movement adds to one account, in minor units of the currency; below 0 if the movement takes money
 * away.
 */
export interface Posting {
  account: PostingAccount;
  currency: string;
  amount: number;
}

/**
 * The postings of a line in double entry. Amount, balance and fee are taken as they are stored, so the postings sum to
 * zero in each currency only if the line is right.
 *
 * @param own the merchant's currency
 */
export function postingsOf(line: Line, own: string): Posting[] {
  const effect = { currency: own, net: line.balance, fee: line.fee, ...line.kept, ...line.pocket };
  const { currency, net } = effect;
  const account = line.pocket ? 'acquirer:reserves' : 'merchant:payable';
  const postings = [
    { account, currency, amount: net } as const,
    ...feePostings(line, effect),
    ...counterPostings(line, effect),
  ];
  return postings.filter(({ amount }) => amount !== 0);
}

/** The postings of a fee, one for each of the acquirer's parts. A fee without parts is posted as a processing fee. */
function feePostings({ fees }: Line, { currency, fee }: KeptFunds): Posting[] {
  if (!fees) return [{ account: 'fees:processing', currency, amount: fee }];
  const sums = new Map<FeeKind, number>();
  for (const { kind, amount } of fees) sums.set(kind, (sums.get(kind) ?? 0) + amount);
  return [...sums].map(([kind, amount]) => ({ account: `fees:${kind}`, currency, amount }));
}

/** The posting for the source of the money, before fees. */
function counterPostings(line: Line, { currency, net, fee }: KeptFunds): Posting[] {
  const { kind, amount } = line;
  const account = counterAccountOf(line);
  const gross = net + fee;
  // Each entry of a dispute moves a part of the dispute's amount, so the moved money is used instead of the amount.
  if (kind === 'dispute') return [{ account, currency, amount: -gross }];
  const given = signs[kind] * amount.amount;
  if (amount.currency === currency) return [{ account, currency, amount: given }];
  return [
    { account, currency: amount.currency, amount: given },
    { account: 'exchange', currency: amount.currency, amount: -given },
    { account: 'exchange', currency, amount: -gross },
  ];
}

/** The account from which the money of a line comes, before fees, or to which it goes. */
export const counterAccountOf = ({ kind, reserve }: Pick<Line, 'kind' | 'reserve'>): BookedAccount =>
  reserve ? 'acquirer:reserves' : counterAccounts[kind];

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
