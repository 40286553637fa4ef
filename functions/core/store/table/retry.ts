import { setTimeout as sleep } from 'node:timers/promises';
import { type CancellationReason, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { requestEnd } from '#aws/deadline.ts';
import { Conflict, Outcome, Unavailable } from '#domain/outcome.ts';

/**
 * In milliseconds. All these limits together must fit the time limit of the functions, including the work after the
 * last attempt.
 */
export const limits = {
  /** The limit for connecting, as part of the request's time. */
  connection: 2_000,
  /** The limit for an answer. DynamoDB usually takes a few milliseconds. */
  request: 4_000,
  /** The time for which a failed request is repeated. */
  patience: 8_000,
  /** The time that is left for the last attempt and for answering the client. */
  reserve: 5_000,
} as const;

/**
 * Repeats an attempt until it succeeds, with backoff and full jitter. Repeats after errors that do not depend on the
 * request: a conflict with another transaction, throttling, a failure of the service, a lost answer. A failed condition
 * is an answer, and is not repeated. If an answer is lost, the attempt may have had its effect, so it must be safe to
 * repeat.
 *
 * @throws Unavailable if no attempt succeeds in the time that the request can wait
 */
export async function retryWithBackoff<T>(attempt: () => Promise<T>, mayPass = isPassing): Promise<T> {
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
export class StaleRead<State = unknown> extends Conflict {
  override readonly name = 'StaleRead';

  constructor(
    readonly now?: State,
    message = 'The transaction has changed in the meantime',
  ) {
    super(message);
  }
}

/**
 * Repeats an attempt that reads, decides and writes, until nothing changes in between. If the failed write has returned
 * the present state, the next attempt gets it and need not read, which saves time when many run at once.
 */
export function repeatWhileStale<T, State>(attempt: (now?: State) => Promise<T>): Promise<T> {
  let now: State | undefined;
  const once = () =>
    attempt(now).catch((error) => {
      if (error instanceof StaleRead) now = error.now;
      throw error;
    });
  return retryWithBackoff(once, (error) => error instanceof StaleRead);
}

type Failure = Error & {
  code?: string;
  $metadata?: {
    httpStatusCode?: number;
    /**
     * The SDK sets this field on every error while this machine's clock is wrong, even on the error of a failed
     * condition. The SDK signs the next request with the service's time.
     */
    clockSkewCorrected?: boolean;
  };
};

/** Names of errors of a request that had no effect, as its partition or the table is too busy. */
const throttledNames = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
]);

export const isThrottled = ({ name }: Error): boolean => throttledNames.has(name);

/** Whether an error says that the whole request had no effect. */
export const hadNoEffect = (error: Error): boolean =>
  isThrottled(error) || error.name === 'TransactionConflictException';

/** Names of errors of a whole request that may succeed as a repeat. */
const busyNames = new Set([
  ...throttledNames,
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** Cancellation codes of writes in a transaction that may succeed as a repeat. */
const busyReasons = new Set([
  'None',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/**
 * The first write that was not possible decides. If a conflict comes before a failed condition, the transaction is
 * repeated. The conflict may be with a copy of this request, on the item whose condition recognizes copies; the
 * repeat then sees the copy's writes.
 */
export const isBusy = (error: Failure): boolean =>
  error instanceof TransactionCanceledException
    ? busyReasons.has((error.CancellationReasons ?? []).find(isObstacle)?.Code ?? 'None')
    : busyNames.has(error.name);

const isObstacle = ({ Code = 'None' }: CancellationReason): boolean => Code !== 'None';

const isPassing = (error: Failure): boolean => isBusy(error) || hasFailed(error) || isOfWrongClock(error);

const isOfWrongClock = ({ name, $metadata }: Failure): boolean =>
  name === 'InvalidSignatureException' && $metadata?.clockSkewCorrected === true;

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

/** Whether the service or the connection to it has failed. */
const hasFailed = ({ name, code = '', $metadata }: Failure): boolean =>
  name === 'TimeoutError' || disconnected.has(code) || ($metadata?.httpStatusCode ?? 0) >= 500;
