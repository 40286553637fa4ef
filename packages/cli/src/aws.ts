import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './failures.ts';

/** How a function ended, as Lambda reports it. */
export interface Invoked {
  /** The function's result, or its error. */
  payload: unknown;
  failed: boolean;
}

/** The base URL of a deployed stage, without a slash at its end. */
export const baseUrlOf = (stage: string): string =>
  aws('cloudformation', 'describe-stacks', [
    ...['--stack-name', `florin-${stage}`],
    ...['--query', "Stacks[0].Outputs[?OutputKey=='BaseUrl'].OutputValue"],
    ...['--output', 'text'],
  ]).replace(/\/$/, '');

/** Runs a function of a deployed stage, which its logical id names. */
export function invokeFunction(stage: string, name: string, event: object): Invoked {
  const physical = aws('cloudformation', 'describe-stack-resource', [
    ...['--stack-name', `florin-${stage}`],
    ...['--logical-resource-id', name],
    ...['--query', 'StackResourceDetail.PhysicalResourceId'],
    ...['--output', 'text'],
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'florin-'));
  try {
    const file = join(folder, 'payload.json');
    const report = aws('lambda', 'invoke', [
      ...['--function-name', physical],
      ...['--cli-binary-format', 'raw-in-base64-out'],
      // A job may work for 15 minutes, and the CLI would call it again after one.
      ...['--cli-read-timeout', '0'],
      ...['--output', 'json'],
      ...['--payload', JSON.stringify(event)],
      file,
    ]);
    return {
      payload: JSON.parse(readFileSync(file, 'utf8')),
      failed: JSON.parse(report).FunctionError !== undefined,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a command of the AWS CLI, which finds the operator's credentials. @returns what the command prints */
function aws(service: string, action: string, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('aws', [service, action, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1_000_000,
  });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new UsageError('The AWS CLI is missing: install `aws`, or name the Florin here with `--local`.');
  if (status === 0) return stdout.trim();
  throw new Error(`aws ${service} ${action}: ${error?.message ?? stderr.trim()}`);
}
