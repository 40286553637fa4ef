import { idDate } from '#domain/id.ts';
import type { Line } from '#domain/transaction.ts';

/** A line as the API shows it. */
export function present({ id, merchantId, test, transactionId, kind, amount, balance, fee, exchange }: Line) {
  return {
    id,
    merchantId,
    test,
    created: idDate(id),
    transactionId,
    [kind]: true,
    amount,
    balance,
    fee,
    ...(exchange ? { exchange } : {}),
  };
}
