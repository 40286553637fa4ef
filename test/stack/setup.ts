import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts the process that synthesizes the stacks of all test files. The process ends when its standard input ends. */
export default function setup(): void {
  const place = mkdtempSync(join(tmpdir(), 'florin-stacks-'));
  const command = ['--import', 'tsx', 'test/stack/synthesizer.ts', place];
  const synthesizer = spawn(process.execPath, command, { stdio: ['pipe', 'inherit', 'inherit'] });
  process.env.FLORIN_STACKS = place;
  process.env.FLORIN_SYNTHESIZER = String(synthesizer.pid);
  Object.assign(globalThis, { synthesizer });
}
