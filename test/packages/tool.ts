import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installCli } from './install-cli.ts';

/** A running tool. */
export interface Running {
  child: ChildProcess;
  /** Standard output, and standard error, so far. */
  printed: { out: string; err: string };
  ended: Promise<number | null>;
}

export interface Ran {
  code: number | null;
  out: string;
  err: string;
  /** The parsed standard output. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  json: any;
}

/** Installs the tool for the tests of a file. Returns functions that run it for a user with a separate home folder. */
export function useTool() {
  const folder = installCli();
  afterAll(() => rmSync(folder, { recursive: true }));
  const home = mkdtempSync(join(folder, 'home-'));
  const program = join(folder, 'node_modules/.bin/florin');

  /** Starts the tool. Of this process's environment, the tool gets only `PATH`. */
  function start(args: readonly string[], env: Record<string, string> = {}, input?: string): Running {
    const child = spawn(program, args, { env: { PATH: process.env.PATH, HOME: home, ...env } });
    const printed = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      printed.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      printed.err += chunk;
    });
    child.stdin.on('error', () => {}).end(input ?? '');
    return { child, printed, ended: once(child, 'close').then(([code]) => code) };
  }

  async function run(
    args: readonly string[],
    env: Record<string, string> = {},
    input?: string,
  ): Promise<Ran> {
    const { printed, ended } = start(args, env, input);
    const code = await ended;
    return {
      code,
      ...printed,
      get json() {
        return JSON.parse(printed.out);
      },
    };
  }

  return { folder, home, program, start, run };
}
