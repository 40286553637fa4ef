import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';

/**
 * Returns the path of a Python tool, or of the Python that has a library, as `<place>/<name>.txt` lists them. Each has a
 * separate folder in `.venv/`, because their dependencies conflict. The folder is made if it is missing or older than the
 * list.
 */
export function pythonTool(
  name: 'ministack' | 'sam' | 'webhooks' | 'localstripe',
  place = 'test/deploy/requirements',
): string {
  const requirements = join(root, place, `${name}.txt`);
  const folder = join(root, '.venv', name);
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const installed = join(folder, 'requirements.txt');

  const wanted = readFileSync(requirements, 'utf8');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    install(folder, join(bin, 'python'), requirements);
    writeFileSync(installed, wanted);
  }
  return join(bin, name === 'webhooks' ? 'python' : name);
}

function install(folder: string, python: string, requirements: string): void {
  try {
    execFileSync(process.env.PYTHON ?? 'python3', ['-m', 'venv', '--clear', folder], { stdio: 'pipe' });
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (cause) {
    throw new Error(`Needs Python 3.10 or newer with venv and pip (set PYTHON to one), for ${requirements}`, {
      cause,
    });
  }
}
