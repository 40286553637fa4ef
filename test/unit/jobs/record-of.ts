import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { newId } from '../../../functions/core/domain/id.ts';

/**
 * Makes the record that the table's stream has for a change of an item.
 *
 * @param now undefined if the item was deleted
 * @param before undefined if the item is new
 * @param time in milliseconds since 1970
 */
export function recordOf(
  now: object | undefined,
  before?: object,
  time = Date.now() + 60_000,
): DynamoDBRecord {
  const image = (item: object | undefined) => item && marshall(item, { removeUndefinedValues: true });
  const images = { NewImage: image(now), OldImage: image(before) };
  const dynamodb = { ApproximateCreationDateTime: time / 1000, ...images };
  return { eventID: newId(), dynamodb } as unknown as DynamoDBRecord;
}
