import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requireVariable } from '#aws/environment.ts';
import { limits, patiently } from './retry.ts';

/** Lambda has its credentials in the environment; the SDK's other providers stay out of the bundle. */
const credentials = async () => ({
  accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
  secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env.AWS_SESSION_TOKEN,
});

export const table = requireVariable('TABLE_NAME');

/** Sends each request once. {@link client} and the transactions send again. */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    region: process.env.AWS_REGION,
    endpoint: process.env.DYNAMODB_ENDPOINT || process.env.AWS_ENDPOINT_URL || undefined,
    credentials,
    requestHandler: {
      connectionTimeout: limits.connection,
      requestTimeout: limits.request,
      // The one before ends with the headers.
      socketTimeout: limits.request,
      throwOnRequestTimeout: true,
    },
  }),
  // Numbers above 2^53 are read as BigInt. Only sums of money are that large.
  { marshallOptions: { removeUndefinedValues: true } },
);

const { middlewareStack } = documents;
// These take a seventh of each request's time: copies for a log that is not there, and headers for statistics.
for (const unused of ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'])
  middlewareStack.remove(unused);
// There is one policy for what is tried again, and it is ours.
middlewareStack.add((next) => next, {
  name: 'retryMiddleware', // others are placed beside it
  step: 'finalizeRequest',
  priority: 'high',
  override: true,
});

/** The one way to DynamoDB, for reads and writes alike. A write must be one that can be {@link patiently repeated}. */
export const client = {
  send: ((command) => patiently(() => documents.send(command))) as typeof documents.send,
};
