import { startEngine } from '../api/support/engine.ts';

/** Starts one engine for all test files. Each file of `own-table.ts` has a table of its own. */
export default async function setup(): Promise<void> {
  const engine = await startEngine();
  process.env.FLORIN_TEST_ENGINE = engine.endpoint;
  Object.assign(globalThis, { engine });
}
