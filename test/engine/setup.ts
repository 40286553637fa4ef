import start from '../api/setup.ts';
import { startDynamoDbLocal } from './dynamodb-local.ts';

/** The API's tests on AWS's own DynamoDB Local, but for those that bring an engine of their own. */
export default async function setup(): Promise<void> {
  const { endpoint, stop } = await startDynamoDbLocal();
  process.env.DYNAMODB_ENDPOINT = endpoint;
  (globalThis as { stopEngine?: () => void }).stopEngine = stop;
  await start();
}
