import { randomUUID } from 'node:crypto';
import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { documents, table } from './client.ts';
import type { Key } from './keys.ts';
import { hadNoEffect, isBusy, retryWithBackoff } from './retry.ts';

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction, with the error to throw if its condition fails. */
export interface Write {
  item: Item;
  /** Makes the error to throw if the write's condition has failed. Gets the present item. */
  onFailed?: (existing: Record<string, unknown> | undefined) => Error;
  /**
   * Makes an alternative write if another transaction is writing to the same item. May throw if continuing is
   * pointless.
   */
  onTaken?: () => Promise<Item | undefined>;
  /** Makes an alternative write if the item's partition is throttled. */
  onThrottled?: () => Promise<Item | undefined>;
}

type Values = Record<string, unknown>;

/** The values of expressions. The SDK drops an undefined one, and DynamoDB then refuses the request. */
type ExpressionValues = Record<string, NonNullable<unknown> | null>;

const at = ({ pk, sk }: Key) => ({ TableName: table, Key: { pk, sk } });

export const put = (item: Key & Values, condition?: string, values?: ExpressionValues): Item => ({
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
  values: ExpressionValues,
  { condition, names }: { condition?: string; names?: Record<string, string> } = {},
): Item => ({
  Update: {
    ...at(key),
    UpdateExpression: expression,
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
    ...(names ? { ExpressionAttributeNames: names } : {}),
    ...(condition ? { ConditionExpression: condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } : {}),
  },
});

export const remove = (
  key: Key,
  condition = 'attribute_exists(pk)',
  values?: ExpressionValues,
  names?: Record<string, string>,
): Item => ({
  Delete: {
    ...at(key),
    ConditionExpression: condition,
    ...(values ? { ExpressionAttributeValues: values } : {}),
    ...(names ? { ExpressionAttributeNames: names } : {}),
  },
});

/** Deletes an item. A missing one is not an error. */
export const discard = (key: Key): Item => ({
  Delete: at(key),
});

export const check = (
  key: Key,
  condition: string,
  values?: ExpressionValues,
  names?: Record<string, string>,
): Item => ({
  ConditionCheck: {
    ...at(key),
    ConditionExpression: condition,
    ...(values ? { ExpressionAttributeValues: values } : {}),
    ...(names ? { ExpressionAttributeNames: names } : {}),
  },
});

export const mustExist = (key: Key): Item => check(key, 'attribute_exists(pk)');

/**
 * Writes all of the writes or none, even if an answer is lost and the transaction is sent again: DynamoDB recognizes
 * a repeat by its token. If conditions fail, the first failed write in the list decides the error. While a write
 * before it is in conflict with another transaction, the whole transaction is repeated instead.
 */
export async function transact(writes: readonly Write[]): Promise<void> {
  const items = writes.map(({ item }) => item);
  let token = randomUUID();
  /** Whether an attempt may have had its effect. Then every further attempt must be identical. */
  let unknown = false;
  try {
    await retryWithBackoff(() => attempt());
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
      if (!(error instanceof TransactionCanceledException)) unknown ||= !hadNoEffect(error as Error);
      // A cancelled attempt had no effect. If all attempts so far were cancelled, the next one may have other writes.
      // After a failed condition there is no next attempt, even if later writes in the list were in conflict.
      else if (!unknown && isBusy(error) && (await moveOn(error.CancellationReasons ?? [])))
        token = randomUUID();
      throw error;
    }
  }

  /** Replaces writes that were in conflict or throttled by their alternatives. Returns whether any was replaced. */
  async function moveOn(reasons: readonly CancellationReason[]): Promise<boolean> {
    const others = await Promise.all(
      writes.map(({ onTaken, onThrottled }, i) => {
        const { Code = 'None' } = reasons[i] ?? {};
        if (Code === 'TransactionConflict') return onTaken?.();
        return throttlingCodes.has(Code) ? onThrottled?.() : undefined;
      }),
    );
    for (const [i, other] of others.entries()) items[i] = other ?? (items[i] as Item);
    return others.some((other) => other !== undefined);
  }
}

const throttlingCodes = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

function throwFailed(writes: readonly Write[], reasons: readonly CancellationReason[]): void {
  for (const [i, { onFailed }] of writes.entries()) {
    const reason = reasons[i];
    if (reason?.Code === 'ConditionalCheckFailed' && onFailed) throw onFailed(existingItem(reason));
  }
}

const existingItem = ({ Item }: CancellationReason) => Item && unmarshall(Item);
