import { type Properties, region } from '../template.ts';

/** For an engine of our own: it wants some, and takes any. */
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Engines look for the region and the key, and compute no signature: nor do we, many times a second. */
export const signed = {
  'x-amz-date': '20260101T000000Z',
  authorization: [
    `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/${region}/dynamodb/aws4_request`,
    'SignedHeaders=host',
    `Signature=${'0'.repeat(64)}`,
  ].join(', '),
};

/** One request to the DynamoDB engine, of the table's API or the streams', with its JSON as it is on the wire. */
export type CallEngine = (action: string, input: object) => Promise<Properties>;

/** Where the runner keeps what AWS keeps elsewhere: messages of queues, and how far streams have been read. */
export const localTable = 'florin-local';

export class EngineError extends Error {
  constructor(
    action: string,
    /** DynamoDB's name for it, e.g. `ConditionalCheckFailedException`. */
    readonly type: string,
    message: unknown,
  ) {
    super(`${action}: ${type} ${message}`);
  }
}

/**
 * The SDK would decode what functions must see encoded (binary values in stream records), and its client for
 * streams is a package of its own.
 */
export function callEngine(endpoint: string): CallEngine {
  return async (action, input) => {
    const api = /Stream|Shard|GetRecords/.test(action) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        ...signed,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${api}.${action}`,
      },
      body: JSON.stringify(input),
    });
    const output = (await response.json()) as Properties;
    if (response.ok) return output;
    throw new EngineError(
      action,
      String(output.__type).replace(/^.*#/, ''),
      output.message ?? output.Message,
    );
  };
}

/** Makes the runner's own table, if it is not there. */
export async function makeLocalTable(call: CallEngine): Promise<void> {
  const key = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });
  try {
    await call('CreateTable', {
      TableName: localTable,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
    });
  } catch (error) {
    if (!isError(error, 'ResourceInUseException')) throw error;
  }
}

export const isError = (error: unknown, type: string): boolean =>
  error instanceof EngineError && error.type === type;
