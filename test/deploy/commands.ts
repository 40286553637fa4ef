import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../lib/root.ts';
import type { Endpoints } from '../api/support/world.ts';
import type { Emulator } from './emulator.ts';

export interface Deployment extends Endpoints {
  consoleUrl: string;
}

/** The end of a command. `status` is null if a signal ended the command. */
export interface Ended {
  status: number | null;
  output: string;
}

/** Runs the commands of users on the emulated account. */
export class Commands {
  private readonly outputs: string;
  private readonly environment: NodeJS.ProcessEnv;

  /** @param place a folder for the files that commands write */
  constructor(
    private readonly emulator: Pick<Emulator, 'port' | 'environment'>,
    readonly place: string,
  ) {
    this.outputs = join(place, 'outputs.json');
    this.environment = {
      ...process.env,
      ...emulator.environment,
      CDK_REQUIRE_APPROVAL: 'never', // no person can answer the question
      CDK_OUTPUTS_FILE: this.outputs,
      NODE_OPTIONS: `--require ${join(root, 'test/deploy/localhost.cjs')}`,
      NO_COLOR: '1',
    };
  }

  /**
   * Runs a command with the emulator's environment, and with `more` variables. This method does not block:
   * during a blocking call, idle connections of this process would break.
   */
  async attempt(command: string, more: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const env = { ...this.environment, ...more };
    const child = spawn(command, { shell: true, cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output };
  }

  /** Runs a command that must succeed, and returns its output. */
  async run(command: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
    return outputOf(await this.attempt(command, more), 0, command);
  }

  /** Runs a command that must end with status 1, and returns its output. */
  async fail(command: string): Promise<string> {
    return outputOf(await this.attempt(command), 1, command);
  }

  /** The URLs of the last deployment: its outputs, with the emulator's address in place of AWS's. */
  endpoints(): Deployment {
    const outputs = Object.values(JSON.parse(readFileSync(this.outputs, 'utf8')))[0] as {
      BaseUrl: string;
      PosUrl: string;
      ConsoleUrl: string;
    };
    const here = (url: string) =>
      url.replace(/^https:\/\/(\w+\.execute-api)\.[\w.-]+/, `http://$1.localhost:${this.emulator.port}`);
    return {
      baseUrl: here(outputs.BaseUrl),
      posUrl: here(outputs.PosUrl),
      consoleUrl: here(outputs.ConsoleUrl),
    };
  }
}

/** Returns the output of a command that must have ended with a status. */
export function outputOf({ status, output }: Ended, wanted: number, command: string): string {
  assert.equal(status, wanted, `${command}\n${output.slice(-6000)}`);
  return output;
}
