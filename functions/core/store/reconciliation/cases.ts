import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#domain/id.ts';
import { type BooksCase, type CaseState, caseName, type KnownCase } from '#domain/ledger/books.ts';
import { Conflict } from '#domain/outcome.ts';
import { client, table } from '../table/client.ts';
import { caseKey } from '../table/keys.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { put, update, type Write } from '../table/transact.ts';
import { isWritten } from '../table/write-one.ts';

/**
 * Stores a case, or stores that a known case still exists. A case that had disappeared is open again. A case that an
 * operator has settled stays settled.
 *
 * @returns whether the case is open
 */
export async function keepCase(merchantId: Id, found: BooksCase, now = Date.now()): Promise<boolean> {
  const at = new Date(now).toISOString();
  // Field names need placeholders, as `kind` and others are reserved words of DynamoDB.
  const fields = Object.entries(found).filter(([, value]) => value !== undefined);
  const sets = fields.map(([name]) => `#${name} = :${name}`);
  return isWritten(
    client.send(
      new UpdateCommand({
        TableName: table,
        Key: caseKey(merchantId, caseName(found)),
        UpdateExpression: `SET ${sets.join(', ')}, firstSeen = if_not_exists(firstSeen, :at), lastSeen = :at, #state = :open`,
        ConditionExpression: 'attribute_not_exists(pk) OR #state IN (:open, :gone)',
        ExpressionAttributeNames: {
          '#state': 'state',
          ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: {
          ':at': at,
          ':open': 'open',
          ':gone': 'gone',
          ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        },
      }),
    ),
  );
}

/** Stores a case that an operator has settled by a note. It stays for ever. */
export const putExplained = (
  merchantId: Id,
  found: BooksCase,
  settled: NonNullable<KnownCase['settled']>,
): Write => {
  const { at } = settled;
  const known: KnownCase = { ...found, firstSeen: at, lastSeen: at, state: 'explained', settled };
  return { item: put({ ...caseKey(merchantId, caseName(found)), ...known }) };
};

/** All cases of a merchant's books, including those that are settled. */
export const listCases = async (merchantId: Id): Promise<KnownCase[]> =>
  (await queryPartition(caseKey(merchantId, '').pk)) as unknown as KnownCase[];

export const getCase = (merchantId: Id, name: string): Promise<(Item & KnownCase) | undefined> =>
  get(caseKey(merchantId, name));

/** Closes an open case. @throws Conflict if the case is not open */
export const endCase = (
  merchantId: Id,
  known: BooksCase,
  state: Exclude<CaseState, 'open'>,
  settled?: KnownCase['settled'],
): Write => ({
  item: update(
    caseKey(merchantId, caseName(known)),
    settled ? 'SET #state = :state, settled = :settled' : 'SET #state = :state',
    { ':state': state, ':open': 'open', ...(settled ? { ':settled': settled } : {}) },
    { condition: '#state = :open', names: { '#state': 'state' } },
  ),
  onFailed: () => new Conflict(`${caseName(known)} is not open`),
});
