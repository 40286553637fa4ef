import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The smallest possible function with DynamoDB, as the reference for load times of the others. */
export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
