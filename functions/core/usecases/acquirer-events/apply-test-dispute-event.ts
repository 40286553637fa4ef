import { amountHeldBy, type Dispute } from '#domain/disputes/dispute.ts';
import { fundsOfDispute, openDispute, resolveDispute } from '#domain/disputes/test-dispute.ts';
import { newId } from '#domain/id.ts';
import type { DisputeOutcome } from '#domain/transactions/transaction.ts';
import {
  disputeByReference,
  recordEnd,
  recordOpening,
  recordOutcome,
} from '#store/disputes/acquirer-events.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { movementWrites } from '#store/transactions/movement-writes.ts';
import { requireTransaction } from './require-transaction.ts';

type Opening = Pick<Dispute, 'transactionId' | 'amount' | 'reason' | 'due'>;

/** Opens a dispute under the acquirer's reference. An event that comes twice is applied once. */
export async function applyOpening(
  reference: string,
  { transactionId, amount, reason, due }: Opening,
): Promise<void> {
  const [known, transaction, rates] = await Promise.all([
    disputeByReference(undefined, reference),
    requireTransaction(transactionId),
    currentRates(),
  ]);
  if (!known?.opened) {
    const held = amountHeldBy(transaction, amount);
    const { merchantId, currency, order, entries: sequence, expires } = transaction;
    const alert = { id: newId(), merchantId, transactionId, amount, currency, order, reason, due, sequence };
    const funds = fundsOfDispute(transaction, amount, rates);
    const movement = openDispute(transaction, { amount, held, funds });
    await recordOpening(
      reference,
      { ...alert, status: 'open', held, funds, expires },
      movementWrites(transaction, movement),
    );
  }
  await endIfDecided(reference);
}

/** Ends a dispute. If the opening has not arrived yet, the outcome waits for it. */
export async function applyOutcome(reference: string, outcome: DisputeOutcome): Promise<void> {
  await recordOutcome(reference, outcome);
  await endIfDecided(reference);
}

/**
 * Ends a dispute once both its opening and its outcome are known. They come in any order, and the second of them ends it.
 */
async function endIfDecided(reference: string): Promise<void> {
  const before = await disputeByReference(undefined, reference);
  if (!before?.opened || !before.outcome || before.settled) return;
  const { opened, outcome } = before;
  const [transaction, rates] = await Promise.all([requireTransaction(opened.transactionId), currentRates()]);
  // The dispute is read after the transaction. If the dispute is settled, the transaction's amounts already include
  // it, and must not change again.
  if ((await disputeByReference(undefined, reference))?.settled) return;
  const movement = resolveDispute(transaction, opened, outcome, rates, Date.now());
  await recordEnd(reference, opened, outcome, movementWrites(transaction, movement));
}
