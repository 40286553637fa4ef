import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';

const folder = join(root, '.venv');
const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
const requirements = join(root, 'test/deploy/requirements.txt');
const installed = join(folder, 'requirements.txt');

/**
 * The path of a Python tool that the tests use, from `requirements.txt`. They live in `.venv/`, which is made when
 * it is missing or older than the requirements.
 */
export function pythonTool(name: string): string {
  const wanted = readFileSync(requirements, 'utf8');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) install(wanted);
  return join(bin, name);
}

function install(wanted: string): void {
  const python = process.env.PYTHON ?? 'python3';
  try {
    execFileSync(python, ['-m', 'venv', '--clear', folder], { stdio: 'pipe' });
    execFileSync(join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (cause) {
    throw new Error(`Needs Python 3.10 or newer with venv and pip (set PYTHON to one), for ${requirements}`, {
      cause,
    });
  }
  writeFileSync(installed, wanted);
}
