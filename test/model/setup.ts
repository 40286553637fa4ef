import start from '../api/setup.ts';

/** Runs the API's tests on the model of DynamoDB. `FLORIN_MODEL` is the seed of the model's faults. */
export default function setup(): Promise<void> {
  process.env.FLORIN_MODEL ||= '1';
  console.log(`\nOn the model, seed ${process.env.FLORIN_MODEL}`);
  return start();
}
