import { removeRunner } from './support/bundle-runner.ts';
import type { Florin } from './support/florin.ts';

export default async function teardown(): Promise<void> {
  await (globalThis as { florin?: Florin }).florin?.stop();
  removeRunner();
}
