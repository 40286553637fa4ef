import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';

export default async function teardown(): Promise<void> {
  const { synthesizer } = globalThis as unknown as { synthesizer: ChildProcess };
  synthesizer.stdin?.end();
  if (synthesizer.exitCode === null && synthesizer.signalCode === null) await once(synthesizer, 'exit');
  rmSync(process.env.FLORIN_STACKS ?? '', { recursive: true });
}
