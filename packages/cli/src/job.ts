import { type Invoked, invokeFunction } from './aws.ts';
import type { Flag, Input } from './command.ts';
import { UsageError } from './failures.ts';
import { askLocalAws, awsPortOf } from './local-aws.ts';
import { stageOf } from './stage.ts';

/** The Florin whose job is run: a deployed stage, or the one on this machine. */
export type Target = { stage: string } | { port: number };

export const targetFlags: Record<string, Flag> = {
  stage: { type: 'string', value: 'NAME', says: 'the deployed stage (sandbox); needs the AWS CLI' },
  local: { type: 'boolean', says: 'the Florin of `npm start` here (AWS_PORT, 3003)' },
};

export function targetOf(input: Input): Target {
  const stage = stageOf(input);
  if (input.values.local) {
    if (stage !== undefined) throw new UsageError('Give either `--stage NAME` or `--local`.');
    return { port: awsPortOf(input.env) };
  }
  return { stage: stage ?? 'sandbox' };
}

/** Runs a job that only operators may run. @throws Error with the job's message if the job fails */
export async function runJob<T extends object>(job: string, event: object, target: Target): Promise<T> {
  const { payload, failed } =
    'stage' in target
      ? await invokeFunction(target.stage, job, event)
      : await invokeLocal(target.port, job, event);
  if (!failed) return payload as T;
  const { errorMessage } = (payload ?? {}) as { errorMessage?: string };
  throw new Error(errorMessage ?? 'The function failed; its log says why');
}

/** The result of a check of a merchant's connection with its acquirer. */
export interface CheckedAcquirer {
  acquirer: string;
  account?: string;
  /** The rights that the key lacks. */
  missing: string[];
  faults: string[];
}

/** Checks a merchant's connection with its acquirer. The job changes nothing. */
export const checkAcquirer = (merchantId: string, target: Target): Promise<CheckedAcquirer> =>
  runJob('EnableMerchant', { merchantId, check: true }, target);

/** Runs a function of `npm start`, through its stand-in for AWS. */
async function invokeLocal(port: number, job: string, event: object): Promise<Invoked> {
  const path = `/2015-03-31/functions/${job}/invocations`;
  const response = await askLocalAws(port, path, { body: JSON.stringify(event) });
  return { payload: await response.json(), failed: response.headers.has('x-amz-function-error') };
}
