import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '../../lib/build/assembly-cache.ts';

/**
 * Synthesizes the stacks that test files ask for, each stack once. One process does this for all files: the start of a
 * process, and its first synthesis, take longer than each further synthesis. The files are in the folder of the
 * argument: `<name>.json` asks for the stack with this context, which is complete in `<name>/` when `<name>/answer`
 * exists. The answer is the text of an error, or empty.
 */
const [, , place = ''] = process.argv;

process.stdin.on('end', () => process.exit()).resume();

const known = new Set<string>();

for (;;) {
  const asked = readdirSync(place).filter((file) => file.endsWith('.json') && !known.has(file));
  for (const file of asked) {
    known.add(file);
    const folder = join(place, file.replace('.json', ''));
    const context = JSON.parse(readFileSync(join(place, file), 'utf8'));
    const answer = await assemble(folder, { context }).then(() => '', String);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'part'), answer);
    renameSync(join(folder, 'part'), join(folder, 'answer'));
  }
  await sleep(20);
}
