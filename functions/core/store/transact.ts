import { randomUUID } from 'node:crypto';
import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { client, table } from './client.ts';
import type { Key } from './keys.ts';

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction, and what it means when its condition fails. */
export interface Write {
  item: Item;
  /** Called with the item as it stands when the write's condition failed; returns the error to throw. */
  onFailed?: (existing: Record<string, unknown> | undefined) => Error;
}

type Values = Record<string, unknown>;

export const put = (item: Key & Values, condition?: string, values?: Values): Item => ({
  Put: {
    TableName: table,
    Item: item,
    ...(condition ? { ConditionExpression: condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } : {}),
    ...(values ? { ExpressionAttributeValues: values } : {}),
  },
});

export const update = (
  key: Key,
  expression: string,
  values: Values,
  { condition, names }: { condition?: string; names?: Record<string, string> } = {},
): Item => ({
  Update: {
    TableName: table,
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: expression,
    ExpressionAttributeValues: values,
    ...(names ? { ExpressionAttributeNames: names } : {}),
    ...(condition ? { ConditionExpression: condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } : {}),
  },
});

export const remove = (key: Key): Item => ({
  Delete: { TableName: table, Key: { pk: key.pk, sk: key.sk }, ConditionExpression: 'attribute_exists(pk)' },
});

export const mustExist = (key: Key): Item => ({
  ConditionCheck: {
    TableName: table,
    Key: { pk: key.pk, sk: key.sk },
    ConditionExpression: 'attribute_exists(pk)',
  },
});

/**
 * All of the writes or none, also when an answer is lost on the way and they are sent again: DynamoDB tells a repeat
 * by its token. If a condition failed, the first write that did, in order of the list, says which error it means.
 */
export async function transact(writes: readonly Write[]): Promise<void> {
  const command = new TransactWriteCommand({
    TransactItems: writes.map(({ item }) => item),
    ClientRequestToken: randomUUID(),
    ReturnConsumedCapacity: 'INDEXES',
  });
  try {
    await client.send(command);
  } catch (error) {
    if (error instanceof TransactionCanceledException) throwFailed(writes, error.CancellationReasons ?? []);
    throw error;
  }
}

function throwFailed(writes: readonly Write[], reasons: readonly CancellationReason[]): void {
  for (const [i, { onFailed }] of writes.entries()) {
    const reason = reasons[i];
    if (reason?.Code === 'ConditionalCheckFailed' && onFailed) throw onFailed(unmarshalled(reason));
  }
}

const unmarshalled = ({ Item }: CancellationReason) => Item && unmarshall(Item);
