/**
 * Runs a job that only operators may run: of a deployed stage with the AWS CLI and its credentials, of `npm start` by
 * its stand-in for AWS.
 */
import { execFileSync } from 'node:child_process';

/** The Florin whose job is run. */
export interface Target {
  /** The name of a deployed stage. */
  stage: string;
  /** Set for the Florin that runs on this machine. */
  local: boolean;
}

/** Runs a job, and returns its result. If the job fails, this process ends with the job's message. */
export async function invokeJob<T = unknown>(
  job: string,
  event: object,
  { stage, local }: Target,
): Promise<T> {
  const { payload, failed } = local ? await invokeHere(job, event) : invokeStage(job, event, stage);
  if (failed) fail(payload.errorMessage ?? 'The function failed; its log says why');
  return payload as T;
}

interface Invoked {
  /** The function's result, or its error. */
  payload: { errorMessage?: string };
  failed: boolean;
}

async function invokeHere(job: string, event: object): Promise<Invoked> {
  const url = `http://127.0.0.1:${process.env.AWS_PORT ?? 3003}/2015-03-31/functions/${job}/invocations`;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(event) }).catch(() =>
    fail(`No Florin answers at ${url}`),
  );
  return {
    payload: (await response.json()) as Invoked['payload'],
    failed: response.headers.has('x-amz-function-error'),
  };
}

function invokeStage(job: string, event: object, stage: string): Invoked {
  const physical = aws('cloudformation', 'describe-stack-resource', '--stack-name', `florin-${stage}`, [
    '--logical-resource-id',
    job,
    '--query',
    'StackResourceDetail.PhysicalResourceId',
    '--output',
    'text',
  ]);
  // The CLI writes the payload to standard output, and its own report behind it.
  const answer = aws('lambda', 'invoke', '--function-name', physical.trim(), [
    '--cli-binary-format',
    'raw-in-base64-out',
    // A job may work for 15 minutes, and the CLI would call it again after one.
    '--cli-read-timeout',
    '0',
    '--payload',
    JSON.stringify(event),
    '/dev/stdout',
  ]);
  return {
    payload: firstObjectIn(answer),
    failed: /"FunctionError"/.test(answer),
  };
}

/** Reads the JSON object at the beginning of a text. */
function firstObjectIn(text: string): Invoked['payload'] {
  for (let end = text.indexOf('}') + 1; end > 0; end = text.indexOf('}', end) + 1)
    try {
      return JSON.parse(text.slice(0, end));
    } catch {}
  return fail(`AWS has answered ${text}`);
}

/** Runs a command of the AWS CLI, and returns what it prints. */
export function aws(
  service: string,
  action: string,
  name: string,
  value: string,
  more: readonly string[],
): string {
  try {
    return execFileSync('aws', [service, action, name, value, ...more], { encoding: 'utf8' });
  } catch (error) {
    return fail(`aws ${service} ${action}: ${(error as Error).message}`);
  }
}

/** Ends this process with a message. */
export function fail(message: string): never {
  console.error(`Florin: ${message}`);
  process.exit(1);
}
