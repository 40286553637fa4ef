import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  const parts = ['cli', 'florin/src', 'florin/package.json'].map((part) => join('packages', part));
  for (const part of [
    ...parts,
    'functions/core',
    'schemas',
    'lib/operator/deploy/mail.ts',
    'lib/site/search',
    'lib/site/render/text.ts',
  ])
    cpSync(part, join(source, part), {
      recursive: true,
      filter: (file) => !/packages\/.+\/(dist|node_modules)$/.test(file),
    });
  // The build takes packages from here, as in a checkout.
  symlinkSync(resolve('node_modules'), join(source, 'node_modules'));
  const { type, imports } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(join(source, 'package.json'), JSON.stringify({ type, imports }));
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}` };
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  npm(join(source, 'packages/cli'), 'pack', '--silent', '--pack-destination', folder);
  const [packed = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed));
  rmSync(source, { recursive: true });
  return folder;
}
