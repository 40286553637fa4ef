import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../lib/local/free-port.ts';
import { root } from '../../lib/root.ts';
import { pythonTool } from '../deploy/venv.ts';

/** Starts a third-party server on a free port. */
export interface Program {
  url: string;
  stop(): void;
}

/**
 * The acquirer's mock, which checks each request against its OpenAPI and returns fixed answers
 * (https://github.com/stripe/stripe-mock).
 */
export async function startStripeMock(): Promise<Program> {
  const port = await freePort();
  return start(goTool('stripe-mock'), ['-http-addr', `127.0.0.1:${port}`], port);
}

/** A stateful server of the acquirer's API (https://github.com/adrienverge/localstripe). */
export async function startLocalstripe(): Promise<Program> {
  const port = await freePort();
  return start(
    pythonTool('localstripe', 'test/stripe/requirements'),
    ['--from-scratch', '--port', String(port)],
    port,
  );
}

/** Installs a Go program of the version in `requirements/<name>.txt`, unless this version is there. */
function goTool(name: string): string {
  const wanted = readFileSync(join(root, `test/stripe/requirements/${name}.txt`), 'utf8');
  const folder = join(root, '.venv', name);
  const installed = join(folder, 'requirements.txt');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== wanted) {
    execFileSync('go', ['install', wanted.trim()], {
      env: { ...process.env, GOBIN: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    writeFileSync(installed, wanted);
  }
  return join(folder, name);
}

async function start(command: string, args: string[], port: number): Promise<Program> {
  const child = spawn(command, args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let patience = 200; patience > 0; patience--) {
    if (child.exitCode !== null) throw new Error(`${command} has ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return { url, stop: () => void child.kill() };
    await sleep(100);
  }
  child.kill();
  throw new Error(`${command} does not answer`);
}
