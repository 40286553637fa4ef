import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The least that a function with DynamoDB can be: what the others' load time is compared with. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
