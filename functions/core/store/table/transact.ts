import { randomUUID } from 'node:crypto';
import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { documents, table } from './client.ts';
import type { Key } from './keys.ts';
import { patiently } from './retry.ts';

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction, and what it means when its condition fails. */
export interface Write {
  item: Item;
  /** Called with the item as it stands when the write's condition failed; returns the error to throw. */
  onFailed?: (existing: Record<string, unknown> | undefined) => Error;
  /**
   * Another write that does as well, where this one's item is taken by another transaction. May throw what makes it
   * pointless to go on.
   */
  onTaken?: () => Promise<Item | undefined>;
  /** Another write that does as well, where this one's partition takes no more at the moment. */
  onThrottled?: () => Promise<Item | undefined>;
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

export const remove = (key: Key, condition = 'attribute_exists(pk)', values?: Values): Item => ({
  Delete: {
    TableName: table,
    Key: { pk: key.pk, sk: key.sk },
    ConditionExpression: condition,
    ...(values ? { ExpressionAttributeValues: values } : {}),
  },
});

/** Whether there is one or not. */
export const discard = (key: Key): Item => ({
  Delete: { TableName: table, Key: { pk: key.pk, sk: key.sk } },
});

export const check = (key: Key, condition: string, values?: Values): Item => ({
  ConditionCheck: {
    TableName: table,
    Key: { pk: key.pk, sk: key.sk },
    ConditionExpression: condition,
    ...(values ? { ExpressionAttributeValues: values } : {}),
  },
});

export const mustExist = (key: Key): Item => check(key, 'attribute_exists(pk)');

/**
 * All of the writes or none, also when an answer is lost on the way and they are sent again: DynamoDB tells a repeat
 * by its token. If a condition failed, the first write that did, in order of the list, says which error it means.
 */
export async function transact(writes: readonly Write[]): Promise<void> {
  const items = writes.map(({ item }) => item);
  let token = randomUUID();
  /** Whether an attempt may have had its effect: then all others must be the same. */
  let unknown = false;
  try {
    await patiently(() => attempt());
  } catch (error) {
    if (error instanceof TransactionCanceledException) throwFailed(writes, error.CancellationReasons ?? []);
    throw error;
  }

  async function attempt(): Promise<void> {
    const input = {
      TransactItems: items,
      ClientRequestToken: token,
    } as const;
    try {
      await documents.send(new TransactWriteCommand(input));
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) unknown = true;
      // Where all were cancelled none has had an effect, and what is sent next may be another one.
      else if (!unknown && (await moveOn(error.CancellationReasons ?? []))) token = randomUUID();
      throw error;
    }
  }

  /** Lets writes that others are in the way of go elsewhere, if they can. */
  async function moveOn(reasons: readonly CancellationReason[]): Promise<boolean> {
    const others = await Promise.all(
      writes.map(({ onTaken, onThrottled }, i) => {
        const { Code = 'None' } = reasons[i] ?? {};
        if (Code === 'TransactionConflict') return onTaken?.();
        return throttled.has(Code) ? onThrottled?.() : undefined;
      }),
    );
    for (const [i, other] of others.entries()) items[i] = other ?? (items[i] as Item);
    return others.some((other) => other !== undefined);
  }
}

const throttled = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

function throwFailed(writes: readonly Write[], reasons: readonly CancellationReason[]): void {
  for (const [i, { onFailed }] of writes.entries()) {
    const reason = reasons[i];
    if (reason?.Code === 'ConditionalCheckFailed' && onFailed) throw onFailed(unmarshalled(reason));
  }
}

const unmarshalled = ({ Item }: CancellationReason) => Item && unmarshall(Item);
