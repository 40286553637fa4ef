import { setTimeout as sleep } from 'node:timers/promises';
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

/** How long to go on after conflicts: well inside the function's time limit. */
const patience = 8_000;
const retriable = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * All of the writes or none. What DynamoDB says to retry (a conflict with another transaction, throttling) is
 * retried with backoff and full jitter; a failed condition never is: the first write that failed says, in order of
 * the list, which error it means.
 */
export async function transact(writes: readonly Write[]): Promise<void> {
  const command = {
    TransactItems: writes.map(({ item }) => item),
    ReturnConsumedCapacity: 'INDEXES' as const,
  };
  const deadline = Date.now() + patience;
  for (let attempt = 0; ; attempt++) {
    try {
      await client.send(new TransactWriteCommand(command));
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      throwFailed(writes, reasons);
      if (
        !reasons.every(({ Code }) => !Code || Code === 'None' || retriable.has(Code)) ||
        Date.now() > deadline
      )
        throw error;
      await sleep(Math.random() * Math.min(1_000, 10 * 2 ** attempt));
    }
  }
}

function throwFailed(writes: readonly Write[], reasons: readonly CancellationReason[]): void {
  for (const [i, { onFailed }] of writes.entries()) {
    const reason = reasons[i];
    if (reason?.Code === 'ConditionalCheckFailed' && onFailed) throw onFailed(unmarshalled(reason));
  }
}

const unmarshalled = ({ Item }: CancellationReason) => Item && unmarshall(Item);
