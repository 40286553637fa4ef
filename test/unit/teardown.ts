import type { Engine } from '../api/support/engine.ts';

export default async function teardown(): Promise<void> {
  await (globalThis as { engine?: Engine }).engine?.stop();
}
