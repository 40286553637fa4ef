import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Integer, integer } from '#domain/integer.ts';
import { limits, patiently } from './retry.ts';

const env = process.env;

/** Lambda has its credentials in the environment; the SDK's other providers stay out of the bundle. */
const credentials = async () => ({
  accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
  sessionToken: env.AWS_SESSION_TOKEN,
});

export const table = env.TABLE_NAME ?? '';

/** Sums of money may pass what numbers hold exactly; without this the SDK throws at them. */
export function readNumber(text: string): Integer {
  const number = Number(text);
  return Number.isInteger(number) && /^-?\d+$/.test(text) ? integer(BigInt(text)) : number;
}

const documents = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    region: env.AWS_REGION,
    endpoint: env.DYNAMODB_ENDPOINT || env.AWS_ENDPOINT_URL || undefined,
    credentials,
    // There is one policy for what is tried again, and it is ours.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: limits.connection,
      requestTimeout: limits.request,
      throwOnRequestTimeout: true,
    },
  }),
  {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: readNumber },
  },
);

/** The one way to DynamoDB, for reads and writes alike. A write must be one that can be {@link patiently repeated}. */
export const client = {
  send: ((command) => patiently(() => documents.send(command))) as typeof documents.send,
};
