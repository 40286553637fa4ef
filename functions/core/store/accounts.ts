import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Id } from '#domain/id.ts';
import { client, table } from './client.ts';
import { accountKey } from './keys.ts';

/**
 * Holds an amount on a simulated card account, unless it would pass what the account had to begin with. A repeat
 * for the same transaction holds nothing more. Test mode only; the simulated issuer is the only one who asks.
 *
 * @param balance and amount in minor units of the account's currency
 */
export async function holdOnAccount(
  reference: string,
  transactionId: Id,
  amount: number,
  balance: number,
): Promise<boolean> {
  const room = balance - amount;
  if (room < 0) return false;
  try {
    await client.send(
      new UpdateCommand({
        TableName: table,
        Key: accountKey(reference),
        UpdateExpression: 'ADD held :amount, transactions :transaction',
        ConditionExpression:
          'attribute_not_exists(pk) OR (held <= :room AND NOT contains(transactions, :id))',
        ExpressionAttributeValues: {
          ':amount': amount,
          ':room': room,
          ':transaction': new Set([transactionId]),
          ':id': transactionId,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ReturnConsumedCapacity: 'INDEXES',
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const account = error.Item && unmarshall(error.Item);
    return account?.transactions.has(transactionId) ?? false;
  }
}
