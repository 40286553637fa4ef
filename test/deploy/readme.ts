import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';

/** Returns the commands of the README's section on deploying: those that prepare an account, and those that deploy. */
export function commandsOfReadme(): { prepare: string[]; deploy: string[] } {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const [, section = ''] = /^## Deploy\n(.*?)^## /ms.exec(text) ?? [];
  const [, block = ''] = /```sh\n(.*?)```/s.exec(section) ?? [];
  const commands = block
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '' && line !== 'npm ci'); // this test could not run without the packages
  const prepare = commands.filter((command) => command.includes('bootstrap'));
  const deploy = commands.filter((command) => !command.includes('bootstrap'));
  assert.ok(prepare.length > 0 && deploy.length > 0, 'the README says how to deploy');
  return { prepare, deploy };
}
