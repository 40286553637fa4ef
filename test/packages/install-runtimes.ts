import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const source = 'test/packages/runtimes';
const folder = resolve('.venv/runtimes');

/** Installs the runtimes by their lock file, unless they are there. @returns the path of each program */
export function installRuntimes(): Record<'deno' | 'bun' | 'workerd' | 'tsc', string> {
  const lock = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8');
  const isThere = existsSync(join(folder, 'node_modules')) && lock(folder) === lock(source);
  if (!isThere) {
    mkdirSync(folder, { recursive: true });
    cpSync(source, folder, { recursive: true });
    // The scripts of the packages would download what npm has already installed.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'pipe',
    });
  }
  return {
    deno: program('@deno', 'deno'),
    bun: program('@oven', 'bin/bun'),
    workerd: program('@cloudflare', 'bin/workerd'),
    /** The last compiler with `moduleResolution: node10`. */
    tsc: join(folder, 'node_modules/.bin/tsc'),
  };
}

/** The program of this platform: npm installs no other. */
function program(scope: string, path: string): string {
  const packages = readdirSync(join(folder, 'node_modules', scope)).map((name) =>
    join(folder, 'node_modules', scope, name, path),
  );
  const [found] = packages.filter((file) => existsSync(file));
  if (!found) throw new Error(`${scope} has no program for this platform`);
  return found;
}
