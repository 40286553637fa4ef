import tearDown from '../api/teardown.ts';
import type { StandIn } from '../stripe/stand-in/start.ts';

export default async function teardown(): Promise<void> {
  await tearDown();
  await (globalThis as { standIn?: StandIn }).standIn?.close();
}
