/** A value in DynamoDB's JSON, with its type: `{ S: 'tx#1' }`. */
export interface Attribute {
  S?: string;
  N?: string;
  B?: string;
  BOOL?: boolean;
  NULL?: boolean;
  L?: Attribute[];
  M?: Attributes;
  SS?: string[];
  NS?: string[];
  BS?: string[];
}

export type Attributes = Record<string, Attribute>;

/** The requests of a batch by the names of their tables: keys to read, or puts and deletes. */
export type Batch = Record<string, { Keys: object[] } | object[]>;

/** The parts of DynamoDB's requests that the model looks at; the rest goes through as it is. */
export interface Input {
  TableName?: string;
  /** Only a request that reads the table's stream has it. */
  StreamArn?: string;
  Key?: Attributes;
  Item?: Attributes;
  TransactItems?: Record<string, Input>[];
  RequestItems?: Batch;
  ClientRequestToken?: string;
  ConsistentRead?: boolean;
  IndexName?: string;
  UpdateExpression?: string;
  ConditionExpression?: string;
  ReturnValuesOnConditionCheckFailure?: string;
  KeyConditionExpression?: string;
  FilterExpression?: string;
  ProjectionExpression?: string;
  Select?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Attributes;
  ExclusiveStartKey?: Attributes;
  ScanIndexForward?: boolean;
  Limit?: number;
  ReturnConsumedCapacity?: string;
}

/** DynamoDB's answer to a query. */
export interface Page {
  Items?: Attributes[];
  Count?: number;
  ScannedCount?: number;
  LastEvaluatedKey?: Attributes;
}

export interface Request {
  /** `GetItem`. */
  operation: string;
  input: Input;
  /** The body as it was received. */
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const json = { 'content-type': 'application/x-amz-json-1.0' };

export const success = (body: object): Answer => ({ status: 200, headers: json, body: JSON.stringify(body) });

/** Replaces the body. The checksum of the engine's answer no longer fits, and is removed. */
export const replaceBody = ({ status, headers }: Answer, body: object): Answer => {
  const { 'x-amz-crc32': _, ...rest } = headers;
  return { status, headers: rest, body: JSON.stringify(body) };
};

/** An error in the words of DynamoDB. */
export function failure(type: string, message: string, more: object = {}, status = 400): Answer {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more };
  return { status, headers: json, body: JSON.stringify(body) };
}

/** Why an item has stopped a transaction. */
export interface Reason {
  Code: string;
  Message?: string;
  Item?: Attributes;
}

/** A refused transaction has a reason for each item, which is `None` for items without a fault. */
export function cancelledAnswer(reasons: readonly (string | Reason)[]): Answer {
  const CancellationReasons = reasons.map((reason) =>
    typeof reason !== 'string'
      ? reason
      : { Code: reason, ...(reason === 'None' ? {} : { Message: messages[reason] ?? reason }) },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return failure('TransactionCanceledException', message, { CancellationReasons });
}

const messages: Record<string, string> = {
  TransactionConflict: 'Transaction is ongoing for the item',
  ThrottlingError:
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
};

export const throttlingAnswer = (): Answer => failure('ThrottlingException', messages.ThrottlingError ?? '');

export const conflictAnswer = (): Answer =>
  failure('TransactionConflictException', messages.TransactionConflict ?? '');

export const internalError = (): Answer => failure('InternalServerError', 'Internal server error', {}, 500);

/** DynamoDB refuses a query that compares a key with an empty text. */
export const emptyKey = (key: string): Answer =>
  failure(
    'ValidationException',
    `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${key}`,
  );
