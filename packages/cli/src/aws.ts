import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from './failures.ts';

/** The outcome of a function, as Lambda reports it. */
export interface Invoked {
  /** The function's result, or its error. */
  payload: unknown;
  failed: boolean;
}

/** A command of the AWS CLI failed. The message is one line. `code` is AWS's name of the error, if AWS has answered. */
export class AwsError extends Error {
  constructor(
    message: string,
    readonly code?: string,
  ) {
    super(message);
  }
}

/** The base URL of a deployed stage, without a slash at its end. */
export async function baseUrlOf(stage: string): Promise<string> {
  const stack = `florin-${stage}`;
  const url = await aws('cloudformation', 'describe-stacks', [
    ...['--stack-name', stack],
    ...['--query', "Stacks[0].Outputs[?OutputKey=='BaseUrl'].OutputValue"],
    ...['--output', 'text'],
  ]);
  if (!URL.canParse(url)) throw new AwsError(`The stack ${stack} has no output BaseUrl: it is not deployed`);
  return url.replace(/\/$/, '');
}

/** The name in AWS of the function of a job, which is in the nested stack `Jobs` of a stage. */
export const functionNameOf = async (stage: string, job: string): Promise<string> =>
  physicalNameOf(await physicalNameOf(`florin-${stage}`, 'Jobs'), job);

/** The name in AWS of a resource, given its logical id. The name of a nested stack is its ARN. */
const physicalNameOf = (stack: string, id: string): Promise<string> =>
  aws('cloudformation', 'describe-stack-resource', [
    ...['--stack-name', stack],
    ...['--logical-resource-id', id],
    ...['--query', 'StackResourceDetail.PhysicalResourceId'],
    ...['--output', 'text'],
  ]);

/** The names in AWS of all resources of a type. A topic's name is its ARN. */
export const physicalNamesOf = (stage: string, type: string): Promise<string[]> =>
  readAws<string[]>('cloudformation', 'list-stack-resources', [
    ...['--stack-name', `florin-${stage}`],
    ...['--query', `StackResourceSummaries[?ResourceType=='${type}'].PhysicalResourceId`],
  ]);

/** Runs a job of a deployed stage. */
export async function invokeFunction(stage: string, name: string, event: object): Promise<Invoked> {
  const physical = await functionNameOf(stage, name);
  const folder = mkdtempSync(join(tmpdir(), 'florin-'));
  try {
    const [given, file] = [join(folder, 'event.json'), join(folder, 'payload.json')];
    writeFileSync(given, JSON.stringify(event));
    const args = [
      ...['--function-name', physical],
      // A job may run for 15 minutes, while by default the AWS CLI would call it again after one minute.
      ...['--cli-read-timeout', '0'],
      ...['--output', 'json'],
      // Versions 1 and 2 of the AWS CLI both send the content of such a file unchanged. Version 2 would decode a
      // payload in the arguments as base64.
      ...['--payload', `fileb://${given}`],
      file,
    ];
    const report = await aws('lambda', 'invoke', args, { timeout: 0 });
    return {
      payload: JSON.parse(readFileSync(file, 'utf8')),
      failed: JSON.parse(report).FunctionError !== undefined,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether the same command may succeed soon, because AWS is busy or the network is down. */
export const isPassing = (error: Error): boolean =>
  error instanceof AwsError &&
  /Throttl|TooMany|LimitExceeded|Unavailable|Internal|Timeout|Could not connect|has not answered|timed out|was closed/.test(
    error.code ?? error.message,
  );

/**
 * Runs a reading command of the AWS CLI.
 *
 * @returns the JSON that the command prints
 */
export async function readAws<T>(
  service: string,
  action: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<T> {
  const printed = await aws(service, action, [...args, '--output', 'json'], { signal });
  try {
    return JSON.parse(printed);
  } catch {
    throw new AwsError(`aws ${service} ${action}: the answer is no JSON`);
  }
}

/** In milliseconds. The AWS CLI itself would wait for minutes for a network without an answer. */
const patience = 20_000;

const run = promisify(execFile);

/** Runs a command of the AWS CLI, which finds the operator's credentials. @returns what the command prints */
async function aws(
  service: string,
  action: string,
  args: readonly string[],
  { timeout = patience, signal }: { timeout?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  // Version 1 of the AWS CLI knows only the second name.
  const region = AWS_REGION || AWS_DEFAULT_REGION;
  const env = { ...process.env, ...(region && { AWS_DEFAULT_REGION: region }) };
  const options = { env, timeout, signal, killSignal: 'SIGKILL', maxBuffer: 20_000_000 } as const;
  const running = run('aws', [service, action, ...args], options);
  running.child.stdin?.on('error', () => {}).end();
  try {
    return (await running).stdout.trim();
  } catch (error) {
    const { code, killed, stderr } = error as { code?: unknown; killed?: boolean; stderr?: string };
    if (code === 'ENOENT')
      throw new UsageError('The AWS CLI is missing, which reaches deployed stages: install `aws`.');
    const command = `aws ${service} ${action}`;
    if (killed) throw new AwsError(`${command}: AWS has not answered within ${timeout / 1000} s`);
    throw awsError(command, stderr || (error as Error).message);
  }
}

/** The error in the output of the AWS CLI. Its line may stand between others: the CLI's usage, or a stack trace. */
function awsError(command: string, printed: string): AwsError {
  const [, stack] = /Stack (?:with id )?\W?([\w-]+)\W? does not exist/.exec(printed) ?? [];
  if (stack)
    return new AwsError(
      `There is no stack ${stack} in the account and region of your credentials. AWS_PROFILE and AWS_REGION choose others.`,
    );
  const [, code] = /An error occurred \((\w+)\)/.exec(printed) ?? [];
  const line = /^.*(?:An error occurred|aws: error).*$/m.exec(printed)?.[0];
  const says = line ?? printed.trim().split('\n').at(-1) ?? '';
  return new AwsError(`${command}: ${says.trim().slice(0, 500)}`, code);
}
