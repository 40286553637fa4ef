import type { Card } from '#domain/card.ts';
import { idDate } from '#domain/id.ts';
import { processingError } from '#domain/processing-error.ts';
import type { TrailEntry } from '#domain/transaction.ts';
import type { TransactionWithTrail } from '#store/transactions.ts';

/** A transaction as the API shows it, with its trail, oldest entry first. */
export function present(transaction: TransactionWithTrail) {
  const { id, descriptor, error, trail } = transaction;
  const { merchantId, test, currency, amount, card, custom, tds, recurring } = transaction;
  const { pendingAmount, capturedAmount, refundedAmount, voidedAmount, disputedAmount } = transaction;
  return {
    id,
    merchantId,
    test,
    created: idDate(id),
    currency,
    amount,
    descriptor,
    pendingAmount,
    capturedAmount,
    refundedAmount,
    voidedAmount,
    disputedAmount,
    card: presentCard(card),
    custom: custom ?? null,
    tds: tds ?? null,
    recurring,
    successful: error === undefined,
    error: error === undefined ? false : processingError(error),
    trail: [...trail].sort((a, b) => (a.id < b.id ? -1 : 1)).map((entry) => presentEntry(entry, descriptor)),
  };
}

/** A void moves no money and has no line. */
const presentEntry = (entry: TrailEntry, descriptor: string) => ({
  [entry.kind]: true,
  created: idDate(entry.id),
  amount: entry.amount,
  balance: entry.balance,
  fee: entry.fee,
  descriptor: entry.descriptor ?? descriptor,
  ...(entry.kind === 'void' ? {} : { lineId: entry.id }),
});

/** DynamoDB keeps no order in a map; people and tests like one. */
const presentCard = ({ bin, last4, expiry, scheme, code }: Card): Card => ({
  bin,
  last4,
  expiry,
  scheme,
  code: { present: code.present },
});
