import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Term } from '#domain/console/search.ts';
import type { Id } from '#domain/id.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { client, table } from '../table/client.ts';
import { termKey, termOf } from '../table/keys.ts';
import { ofAllLanes } from '../table/lanes.ts';
import { batchOf, listFrom, type Slice } from '../table/list.ts';
import type { Item } from '../table/read.ts';
import { answerIfWritten } from '../table/write-one.ts';

type Indexed = Pick<Transaction, 'id' | 'merchantId'> & { lane?: number; expires?: number };

/**
 * Adds a transaction to the search index under these terms. A repeated call writes the same items again.
 *
 * @returns the number of terms that the index did not have for the transaction before
 */
export async function putTerms(transaction: Indexed, terms: readonly Term[]): Promise<number> {
  const added = await Promise.all(terms.map((term) => putTerm(transaction, term)));
  return added.filter(Boolean).length;
}

async function putTerm(transaction: Indexed, term: Term): Promise<boolean> {
  const { expires } = transaction;
  const expiring = expires !== undefined && {
    // A late record of the stream must not give an expiry to a transaction that was made permanent since.
    ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(expires)',
  };
  const Item = { ...termKey(transaction, term), ...(expires === undefined ? {} : { expires }) };
  const put = new PutCommand({ TableName: table, Item, ReturnValues: 'ALL_OLD', ...expiring });
  const answer = await answerIfWritten(client.send(put));
  return answer !== undefined && answer.Attributes === undefined;
}

/**
 * Lists the ids of the transactions that the search index has under any of these terms, each once. A transaction may have changed since it
 * was indexed, so the caller must compare it with the criteria of the search.
 */
export async function* listUnderTerms(
  merchantId: Id,
  terms: readonly Term[],
  slice: Slice,
): AsyncGenerator<Id> {
  const listsIn = (lane: number, lanes: number) =>
    terms.map((term) => listFrom<Item>(termOf(merchantId, term, lane), slice, batchOf(slice, lanes)));
  let last: Id | undefined;
  for await (const { sk } of ofAllLanes(merchantId, listsIn, ({ sk }) => sk, slice)) {
    if (sk !== last) yield sk;
    last = sk;
  }
}
