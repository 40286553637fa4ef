import { numberVariable } from '#aws/environment.ts';
import { type Id, idTime } from '#domain/id.ts';
import { voidPending } from '#domain/transactions/test-movements.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { warningTime } from '#domain/transactions/warning-time.ts';
import type { Change } from '#jobs/change.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { transactionKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/read.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { transact } from '#store/table/transact.ts';
import { listEnding, markTestEnding } from '#store/transactions/ending-authorizations.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import type { TransactionState } from '#store/transactions/transaction-item.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';

/** The days after which authorizations of test money end; 0 if they do not end. */
const days = numberVariable('TEST_AUTHORIZATION_DAYS', 0);

const endOf = (id: Id): string => new Date(idTime(id) + days * 24 * 60 * 60 * 1000).toISOString();

/** Lists a new authorization of test money that ends. A repeat lists it under the same time. */
export async function listTestEnding({ now, before }: Change): Promise<void> {
  if (days === 0 || before || now?.sk !== transactionKey('').sk) return;
  const { pk, test, acquirer, pendingAmount } = now as Item & Transaction;
  const id = pk.slice('tx#'.length);
  if (test && !acquirer && pendingAmount > 0) await transact([listEnding(id, endOf(id))]);
}

/**
 * Warns the merchant of an authorization of test money that ends soon, and releases what is pending at its end, as banks
 * do with real money.
 *
 * @param now milliseconds since 1970
 * @returns when to check the authorization again; undefined if nothing is pending, or if it does not end
 */
export async function watchTestAuthorization(id: Id, now: number): Promise<number | undefined> {
  const end = endOf(id);
  const warning = warningTime(id, end);
  if (days === 0) return undefined;
  if (now < warning) return warning;
  if (now < Date.parse(end)) {
    await markTestEnding(id);
    return Date.parse(end);
  }
  const rates = await currentRates();
  await repeatWhileStale(async (changed?: TransactionState) => {
    const transaction = changed ?? (await getTransactionState(id));
    if (!transaction || transaction.pendingAmount === 0) return;
    const movement = voidPending(transaction, { amount: transaction.pendingAmount }, rates, Date.now());
    await applyToTransaction(transaction, movement, []);
  });
  return undefined;
}
