import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#domain/id.ts';
import { Conflict } from '#domain/outcome.ts';
import { client, table } from '../table/client.ts';
import { entryKey, paymentKey } from '../table/keys.ts';
import { get, getAll, type Item } from '../table/read.ts';
import { put, type Write } from '../table/transact.ts';

/**
 * Maps the acquirer's reference of a payment to the transaction, as the acquirer's events contain only the reference.
 */
export const namePayment = (acquirer: string, reference: string, transactionId: Id): Write => ({
  item: put({ ...paymentKey(acquirer, reference), transactionId }, 'attribute_not_exists(pk)'),
  onFailed: () => new Conflict(`${reference} is another transaction’s`),
});

/**
 * Makes sure that each balance transaction of an acquirer gets one line only.
 *
 * @param onTwice makes the error if the balance transaction has a line already; by default an internal error
 */
export const nameBalanceTransaction = (
  acquirer: string,
  reference: string,
  lineId: Id,
  onTwice: () => Error = () => new Error(`${reference} has a line already`),
  expires?: number,
): Write => ({
  item: put({ ...entryKey(acquirer, reference), lineId, expires }, 'attribute_not_exists(pk)'),
  onFailed: onTwice,
});

/**
 * Remembers a payment that Florin has given up, by a method that moves the money with its customer's agreement. If the
 * customer agrees too late, the adapter returns the money, and the acquirer's books have both.
 */
export const nameGivenUp = (acquirer: string, reference: string): Write => ({
  item: put({ ...paymentKey(acquirer, reference), givenUp: true }, 'attribute_not_exists(pk)'),
  onFailed: () => new Conflict(`${reference} is a transaction’s`),
});

/** Reads whose payment this is. Both fields are absent for a payment of another system. */
export const namedPayment = async (
  acquirer: string,
  reference: string,
): Promise<{ transactionId?: Id; givenUp?: true }> =>
  (await get<Item & { transactionId?: Id; givenUp?: true }>(paymentKey(acquirer, reference))) ?? {};

export const transactionOfPayment = async (acquirer: string, reference: string): Promise<Id | undefined> =>
  (await namedPayment(acquirer, reference)).transactionId;

export const lineOfBalanceTransaction = async (
  acquirer: string,
  reference: string,
): Promise<Id | undefined> => (await get<Item & { lineId: Id }>(entryKey(acquirer, reference)))?.lineId;

/** A balance transaction that has a line, and whether the reconciliation has seen it in the acquirer's books. */
export interface NamedBalanceTransaction {
  lineId: Id;
  seen?: true;
}

/** Reads balance transactions by their references. The result leaves out those without a line. */
export async function namedBalanceTransactions(
  acquirer: string,
  references: readonly string[],
): Promise<Map<string, NamedBalanceTransaction>> {
  const keyOf = (reference: string) => entryKey(acquirer, reference);
  const items = await getAll<Item & NamedBalanceTransaction>(references.map(keyOf));
  const byKey = new Map(items.map((item) => [item.pk, item]));
  return new Map(
    references.flatMap((reference) => {
      const item = byKey.get(keyOf(reference).pk);
      return item ? [[reference, item]] : [];
    }),
  );
}

/** Records that the acquirer's books contain the balance transaction of a line. */
export async function markSeen(acquirer: string, reference: string): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName: table,
      Key: entryKey(acquirer, reference),
      UpdateExpression: 'SET seen = :seen',
      ExpressionAttributeValues: { ':seen': true },
    }),
  );
}
