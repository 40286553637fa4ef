import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requireVariable } from '#aws/environment.ts';
import { limits, retryWithBackoff } from './retry.ts';

/** Lambda provides credentials in the environment. This keeps the SDK's other providers out of the bundle. */
const credentials = async () => ({
  accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
  secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
  sessionToken: process.env.AWS_SESSION_TOKEN,
});

export const table = requireVariable('TABLE_NAME');

/** Sends each request once. {@link client} and {@link transact} repeat requests. */
export const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    region: process.env.AWS_REGION,
    endpoint: process.env.DYNAMODB_ENDPOINT || process.env.AWS_ENDPOINT_URL || undefined,
    credentials,
    requestHandler: {
      connectionTimeout: limits.connection,
      requestTimeout: limits.request,
      // `requestTimeout` ends with the headers, so the body needs a limit of its own.
      socketTimeout: limits.request,
      throwOnRequestTimeout: true,
    },
  }),
  // Numbers above 2^53 are read as BigInt. Only sums of money are that large.
  { marshallOptions: { removeUndefinedValues: true } },
);

const { middlewareStack } = documents;
// Removes two middlewares that take a seventh of each request's time: one copies requests for a log that does not
// exist, the other adds headers for AWS's statistics.
for (const unused of ['loggerMiddleware', 'recursionDetectionMiddleware', 'getUserAgentMiddleware'])
  middlewareStack.remove(unused);
// Removes the SDK's own retries, since `retry.ts` is the only retry policy.
middlewareStack.add((next) => next, {
  name: 'retryMiddleware', // the SDK places other middlewares beside this name
  step: 'finalizeRequest',
  priority: 'high',
  override: true,
});

/** The only access to DynamoDB, for reads and writes. Every write must be safe to {@link retryWithBackoff repeat}. */
export const client = {
  send: ((command) => retryWithBackoff(() => documents.send(command))) as typeof documents.send,
};
