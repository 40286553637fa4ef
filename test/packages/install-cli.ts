import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Packs the command-line tool as `npm pack ./packages/cli` does, in a copy, and installs the package into a fresh folder.
 *
 * @returns the folder, which the caller removes
 */
export function installCli(): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-cli-'));
  const source = join(folder, 'source');
  for (const part of ['cli', 'florin/src', 'florin/package.json'])
    cpSync(join('packages', part), join(source, part), {
      recursive: true,
      filter: (file) => !/\/(dist|node_modules)$/.test(file),
    });
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}` };
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  npm(join(source, 'cli'), 'pack', '--silent', '--pack-destination', folder);
  const [packed = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed));
  rmSync(source, { recursive: true });
  return folder;
}
