import start from '../api/setup.ts';

/** The API's tests on a DynamoDB as AWS has it; `FLORIN_MODEL` is the seed of what goes wrong. */
export default function setup(): Promise<void> {
  process.env.FLORIN_MODEL ||= '1';
  console.log(`\nOn the model, seed ${process.env.FLORIN_MODEL}`);
  return start();
}
