import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const run = (command: string, args: string[], cwd: string): string =>
  execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // The package is built by the compiler of this checkout.
    env: { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}` },
  });

/**
 * Builds and packs the client in a folder of its own, so that concurrent tests do not overwrite each other's `dist/`.
 *
 * @returns the path of the package, in a folder that the caller removes
 */
export function packClient(): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'florin-client-'));
  for (const part of ['src', 'package.json', 'tsconfig.json', 'tsconfig.cjs.json', 'README.md', 'LICENSE'])
    cpSync(join('packages/florin', part), join(folder, part), { recursive: true });
  run('npm', ['pack', '--silent'], folder);
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  return { folder, file: join(folder, name) };
}

/** Installs the client from its package into a folder with a `package.json`, as a user does. */
export function installClient(folder: string): void {
  const packed = packClient();
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--no-package-lock', packed.file], folder);
  rmSync(packed.folder, { recursive: true });
}

/** Copies a folder of examples, and installs the client there. @returns the copy, which the caller removes */
export function installedCopy(examples: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'florin-shop-'));
  cpSync(examples, folder, { recursive: true });
  installClient(folder);
  return folder;
}
