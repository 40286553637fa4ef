import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import { type Properties, region } from '../template.ts';

/** Credentials for the local engine, which requires some and accepts any. */
export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/**
 * Headers in place of a signature. The engine reads only the region and the key of a signature. Computing none saves
 * time.
 */
export const signatureHeaders = {
  'x-amz-date': '20260101T000000Z',
  authorization: [
    `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/${region}/dynamodb/aws4_request`,
    'SignedHeaders=host',
    `Signature=${'0'.repeat(64)}`,
  ].join(', '),
};

/** Sends a request to the DynamoDB engine, for tables or streams, with its JSON unchanged. */
export type CallEngine = (action: string, input: object) => Promise<Properties>;

/**
 * The table in which the runner keeps messages of queues and the positions of stream readers. AWS keeps them
 * elsewhere.
 */
export const localTable = 'florin-local';

export class EngineError extends Error {
  constructor(
    action: string,
    /** DynamoDB's name of the error, for example `ConditionalCheckFailedException`. */
    readonly type: string,
    message: unknown,
  ) {
    super(`${action}: ${type} ${message}`);
  }
}

/**
 * Makes a sender of requests. The SDK would decode binary values in stream records, which functions must see encoded,
 * and its client for streams is a separate package. `fetch` would take more CPU time for each request.
 */
export function callEngine(endpoint: string): CallEngine {
  const url = new URL(endpoint);
  const { Agent, request } = url.protocol === 'https:' ? https : http;
  // Idle connections end before a server ends them, which Node.js servers do after 5 s.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
  return async (action, input) => {
    const api = /Stream|Shard|GetRecords/.test(action) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
    const outgoing = request(url, {
      method: 'POST',
      agent,
      headers: {
        ...signatureHeaders,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${api}.${action}`,
      },
    }).end(JSON.stringify(input));
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const output = (await json(response)) as Properties;
    if (response.statusCode === 200) return output;
    throw new EngineError(
      action,
      String(output.__type).replace(/^.*#/, ''),
      output.message ?? output.Message,
    );
  };
}

/** Makes the runner's own table if it is missing. @returns whether it was missing, so that no Florin has run here */
export async function makeLocalTable(call: CallEngine): Promise<boolean> {
  const key = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType });
  try {
    await call('CreateTable', {
      TableName: localTable,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [key('pk', 'HASH'), key('sk', 'RANGE')],
    });
    return true;
  } catch (error) {
    if (!isError(error, 'ResourceInUseException')) throw error;
    return false;
  }
}

export const isError = (error: unknown, type: string): boolean =>
  error instanceof EngineError && error.type === type;
