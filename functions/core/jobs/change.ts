import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '#store/table/read.ts';

/** A change of an item, from a record of the table's stream. */
export interface Change {
  /** The record's id. A record that comes twice has the same id both times. */
  id: string;
  /** Milliseconds since 1970, precise to the second or the minute; 0 if the record lacks a time. */
  at: number;
  /** The item after the change; absent if it was deleted. */
  now?: Item;
  /** The item before the change; absent if it is new. */
  before?: Item;
}

export const changeOf = ({ eventID = '', dynamodb = {} }: DynamoDBRecord): Change => ({
  id: eventID,
  at: Math.floor((dynamodb.ApproximateCreationDateTime ?? 0) * 1000),
  now: itemOf(dynamodb.NewImage),
  before: itemOf(dynamodb.OldImage),
});

const itemOf = (image: NonNullable<DynamoDBRecord['dynamodb']>['NewImage']): Item | undefined =>
  image && (unmarshall(withBytes(image) as Record<string, AttributeValue>) as Item);

/** Lambda's records are JSON, so bytes are base64 in them. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === 'B' && typeof inner === 'string'
        ? [name, Buffer.from(inner, 'base64')]
        : [name, withBytes(inner)],
    ),
  );
}
