import start from '../api/setup.ts';
import { startDynamoDbLocal } from './dynamodb-local.ts';

/** The API's tests on AWS's own DynamoDB Local, but for those that start a Florin of their own, which has its engine. */
export default async function setup(): Promise<void> {
  const { endpoint, stop } = await startDynamoDbLocal();
  (globalThis as { stopEngine?: () => void }).stopEngine = stop;
  process.env.DYNAMODB_ENDPOINT = endpoint;
  await start();
  delete process.env.DYNAMODB_ENDPOINT;
}
