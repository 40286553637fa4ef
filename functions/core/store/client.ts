import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

const env = process.env;

/** Lambda has its credentials in the environment; the SDK's other providers stay out of the bundle. */
const credentials = async () => ({
  accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
  sessionToken: env.AWS_SESSION_TOKEN,
});

export const table = env.TABLE_NAME ?? '';

export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    region: env.AWS_REGION,
    endpoint: env.DYNAMODB_ENDPOINT || env.AWS_ENDPOINT_URL || undefined,
    credentials,
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);
