import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { requestEnd } from '#aws/deadline.ts';
import { Conflict, Outcome, Unavailable } from '#domain/outcome.ts';

/** In milliseconds. All must fit the functions' time limit, with what comes after the last attempt. */
export const limits = {
  /** To connect; part of the request's time. */
  connection: 2_000,
  /** To answer; DynamoDB usually takes a few milliseconds. */
  request: 4_000,
  /** How long to go on after a failure. */
  patience: 8_000,
  /** For the last attempt and the answer to our client. */
  reserve: 5_000,
} as const;

/**
 * Runs an attempt until it succeeds. Errors that do not depend on the request are tried again, with backoff and full
 * jitter: a conflict with another request's transaction, throttling, a failure of the service, a lost answer. A failed
 * condition is an answer and never is. An attempt may have had its effect when its answer is lost, so it must be one
 * that can be repeated.
 *
 * @throws Unavailable where there was no getting through for as long as the request can wait
 */
export async function patiently<T>(attempt: () => Promise<T>, mayPass = isPassing): Promise<T> {
  const end = Math.min(Date.now() + limits.patience, requestEnd() - limits.reserve);
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error as Failure)) throw error;
      const pause = Math.random() * Math.min(1_000, 10 * 2 ** failures);
      if (Date.now() + pause > end)
        throw error instanceof Outcome ? error : new Unavailable(error as Failure);
      await sleep(pause);
    }
  }
}

/** An item has changed between its read and its write; `now` is its present state. */
export class Moved<State = unknown> extends Conflict {
  override readonly name = 'Moved';

  constructor(readonly now?: State) {
    super('The transaction has changed in the meantime');
  }
}

/**
 * Runs an attempt that reads, decides and writes until nothing has changed between. Each further one gets what there
 * is now, where the failed write has said so, and need not read it: of many at once each loses less time.
 */
export function whileMoved<T, State>(attempt: (now?: State) => Promise<T>): Promise<T> {
  let now: State | undefined;
  const once = () =>
    attempt(now).catch((error) => {
      if (error instanceof Moved) now = error.now;
      throw error;
    });
  return patiently(once, (error) => error instanceof Moved);
}

type Failure = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** Names of errors of a whole request that may succeed when it is sent again. */
const busyNames = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
]);

/** Codes of cancellation of a transaction's writes that may succeed when it is sent again. */
const busyReasons = new Set([
  'None',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const isBusy = (error: Failure): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).every(({ Code = 'None' }) => busyReasons.has(Code))
    : busyNames.has(error.name);

const isPassing = (error: Failure): boolean => isBusy(error) || hasFailed(error);

const disconnected = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The service failed, or the connection to it. */
const hasFailed = ({ name, code = '', $metadata }: Failure): boolean =>
  name === 'TimeoutError' || disconnected.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
