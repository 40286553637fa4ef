import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../../lib/build/bundle.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'florin-groups-'));
afterAll(() => rmSync(folder, { recursive: true }));

const entries = Array.from({ length: 41 }, (_, n) => `f${n}`);

/** The running processes of esbuild that this process has started. One that has ended is defunct for a moment. */
const esbuilds = () => {
  const processes = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,command='], { encoding: 'utf8' }).split('\n');
  return processes.filter(
    (line) => line.trim().startsWith(`${process.pid} `) && /esbuild(?!\] <defunct>)/.test(line),
  );
};

/** Those of an earlier test file that the same process has run. */
const earlier = esbuilds();

test('bundles 41 functions in two groups, and ends the process of esbuild', async () => {
  writeFileSync(join(folder, 'shared.ts'), 'export const shared = (n: number) => n + 1;');
  for (const [n, entry] of entries.entries())
    writeFileSync(
      join(folder, `${entry}.ts`),
      `import { shared } from './shared.ts'; export const handler = () => shared(${n});`,
    );
  const groups: number[] = [];
  const folders = await bundle(entries, {
    functions: folder,
    build: join(folder, 'build'),
    onGroup: (group) => groups.push(group.length),
  });
  expect(groups).toEqual([21, 20]);
  for (const [n, entry] of entries.entries())
    expect(readFileSync(join(folders(entry), 'index.mjs'), 'utf8')).toContain(`(${n})`);
  // The system ends the process a moment after esbuild has asked for it.
  await waitUntil(
    async () => esbuilds().filter((line) => !earlier.includes(line)),
    ({ length }) => length === 0,
    10,
  );
});
