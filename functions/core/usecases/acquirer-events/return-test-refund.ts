import { simulatedAccount } from '#acquirer/simulated/payments.ts';
import type { Id } from '#domain/id.ts';
import { requireFound } from '#domain/outcome.ts';
import { adoptReturn } from '#domain/transactions/dashboard-movements.ts';
import {
  lineOfBalanceTransaction,
  nameBalanceTransaction,
} from '#store/reconciliation/acquirer-references.ts';
import { StaleRead } from '#store/table/retry.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import { requireTransaction } from './require-transaction.ts';

/**
 * Books the money of a refund of test money that has failed, by the rule for real money. An event that comes twice is
 * applied once.
 *
 * @param reference the simulated acquirer's name of the returned money
 * @param refund the id of the refund's entry in the trail
 */
export async function returnTestRefund(reference: string, transactionId: Id, refund: Id): Promise<void> {
  const { acquirer } = simulatedAccount;
  if (await lineOfBalanceTransaction(acquirer, reference)) return;
  const transaction = await requireTransaction(transactionId);
  const { trail, funding, expires } = transaction;
  const { amount, balance } = requireFound(trail.find(({ id }) => id === refund));
  const figures = { reference, currency: funding.currency, net: -balance, fee: 0 };
  const movement = adoptReturn(transaction, amount, figures, Date.now());
  const line = requireFound(movement.line);
  await applyToTransaction(transaction, movement, [
    nameBalanceTransaction(acquirer, reference, line.id, () => new StaleRead(), expires),
  ]);
}
