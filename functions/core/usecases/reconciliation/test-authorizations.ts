import { numberVariable } from '#aws/environment.ts';
import { daysAfter, type Transaction } from '#domain/transactions/transaction.ts';
import { warningTime } from '#domain/transactions/warning-time.ts';
import type { Change } from '#jobs/change.ts';
import { transactionKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/read.ts';
import { transact } from '#store/table/transact.ts';
import { listEnding, markTestEnding } from '#store/transactions/ending-authorizations.ts';
import { releaseTestAuthorization } from './release-test-authorization.ts';

/** The days after which authorizations of test money end if their merchant does not say; 0 if they do not end. */
const days = numberVariable('TEST_AUTHORIZATION_DAYS', 0);

/** ISO 8601; undefined if the authorization does not end. */
const endOf = ({ id, captureBefore }: Pick<Transaction, 'id' | 'captureBefore'>): string | undefined =>
  captureBefore ?? (days > 0 ? daysAfter(id, days) : undefined);

/** Lists a new authorization of test money that ends. A repeat lists it under the same time. */
export async function listTestEnding({ now, before }: Change): Promise<void> {
  if (before || now?.sk !== transactionKey('').sk) return;
  const { pk, test, acquirer, pendingAmount, captureBefore } = now as Item & Transaction;
  const id = pk.slice('tx#'.length);
  const end = endOf({ id, captureBefore });
  if (test && !acquirer && pendingAmount > 0 && end) await transact([listEnding(id, end)]);
}

/**
 * Warns the merchant of an authorization of test money that ends soon, and releases what is pending at its end, as banks
 * do with real money.
 *
 * @param now milliseconds since 1970
 * @returns when to check the authorization again; undefined if nothing is pending, or if it does not end
 */
export async function watchTestAuthorization(
  begun: Pick<Transaction, 'id' | 'captureBefore'>,
  now: number,
): Promise<number | undefined> {
  const { id } = begun;
  const end = endOf(begun);
  if (!end) return undefined;
  const warning = warningTime(id, end);
  if (now < warning) return warning;
  if (now < Date.parse(end)) {
    await markTestEnding(id);
    return Date.parse(end);
  }
  await releaseTestAuthorization(id);
  return undefined;
}
