import end from '../api/teardown.ts';

export default async function teardown(): Promise<void> {
  await end();
  (globalThis as { stopEngine?: () => void }).stopEngine?.();
}
