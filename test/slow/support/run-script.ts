import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  code: number;
  out: string;
  err: string;
  /** Both outputs, in the order in which they came. */
  text: string;
}

/** Runs one of Florin's scripts until it ends. `env` comes in addition to this process's variables. */
export async function runScript(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const command = ['--import', 'tsx', script, ...args];
  const child = spawn(process.execPath, command, { env: { ...process.env, ...env } });
  let [out, err, text] = ['', '', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
    text += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err, text };
}

/** Runs `florin operator`, as it is in a checkout. */
export const runOperator = (args: readonly string[], env: Record<string, string>): Promise<Ended> =>
  runScript('packages/cli/bin/florin.js', ['operator', ...args], env);

/** The variable that leads operators' commands to a Florin on this machine. */
export const at = ({ aws }: { aws: string }) => ({ AWS_PORT: new URL(aws).port });
