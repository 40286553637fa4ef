import start from '../api/setup.ts';
import { startDynamoDbLocal } from './dynamodb-local.ts';

/** Runs the API's tests on AWS's own DynamoDB Local. Tests that start their own Florin use the bundled engine. */
export default async function setup(): Promise<void> {
  const { endpoint, stop } = await startDynamoDbLocal();
  (globalThis as { stopEngine?: () => void }).stopEngine = stop;
  process.env.DYNAMODB_ENDPOINT = endpoint;
  await start();
  delete process.env.DYNAMODB_ENDPOINT;
}
