import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from '#store/read.ts';

type Image = NonNullable<DynamoDBRecord['dynamodb']>['NewImage'];

/** An item as a record of the table's stream has it; undefined where there is none. */
export function itemOf(image: Image): Item | undefined {
  return image && (unmarshall(withBytes(image) as Record<string, AttributeValue>) as Item);
}

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
