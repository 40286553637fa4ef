import { type Answer, attempt } from './attempt.ts';
import type { Authentication } from './authentication.ts';
import { errorOf } from './error-bodies.ts';
import { ConnectionError, FlorinError, NotFoundError, OperationOpenError } from './errors.ts';
import { parse } from './json.ts';
import type { Settings, WriteOptions } from './options.ts';
import { randomHex } from './random.ts';

/** A call of a verb. */
export interface Request {
  /** The verb: `transactions.capture`. */
  name: string;
  method: string;
  /** With the query, below the address of the API. */
  path: string;
  body: string | undefined;
  /** The operation takes an idempotency key. */
  keyed: boolean;
  /** A repeat has no further effect. */
  repeatable: boolean;
  /** A 404 for a repeat means that the first attempt has removed the object. */
  canBeGone: boolean;
  read(answer: Answer): unknown;
}

/** Performs a call with retries. */
export type Send = (request: Request, options?: WriteOptions) => Promise<unknown>;

/** An API, and how to authenticate there. */
export interface Place {
  url: string;
  headers?: Record<string, string>;
  authentication?: Authentication;
}

/** Codes of connection errors after which a repeat can succeed. */
const passing = ['UNREACHABLE', 'TIMEOUT', 'CUT_OFF', 'MALFORMED'];

/** The longest pause that the client accepts from Florin. For a longer one the client gives up. */
const longestPause = 60_000;

export function sender(place: Place, settings: Settings): Send {
  checkNumbers(settings);
  return async (request, options = {}) => {
    checkNumbers(options);
    const { signal, retries = settings.retries ?? 2, waitForOperation = 0 } = options;
    const key = request.keyed ? keyOf(options) : undefined;
    const patience = Date.now() + waitForOperation;
    /** The latest failure of an attempt that may have had its effect. */
    let doubt: FlorinError | undefined;
    for (let failures = 0; ; ) {
      try {
        return request.read(await once(place, settings, request, options, key));
      } catch (error) {
        if (!(error instanceof FlorinError)) throw error;
        if (error instanceof NotFoundError && request.canBeGone && doubt) return undefined;
        if (error instanceof ConnectionError) error.message = `${request.name}: ${error.message}`;
        if (key !== undefined) error.idempotencyKey = key;
        const isOpen = error instanceof OperationOpenError;
        const pause = pauseAfter(error, failures);
        const isOver = isOpen
          ? Date.now() + pause > patience
          : failures++ >= retries || pause > longestPause || !isPassing(error, request);
        if (isOver) throw doubt && key !== undefined && isBlind(error) ? doubt : error;
        if (error.status !== 429) doubt = error;
        await sleep(pause, signal);
      }
    }
  };
}

/**
 * `NaN`, which `Number` makes of a missing variable, would be no limit: the call would never end.
 *
 * @throws TypeError
 */
function checkNumbers(options: WriteOptions): void {
  const least = { timeout: 1, retries: 0, waitForOperation: 0 };
  for (const [name, value] of Object.entries(least)) {
    const given = options[name as keyof typeof least];
    if (given !== undefined && !(typeof given === 'number' && given >= value))
      throw new TypeError(`${name} must be a number from ${value} on; got ${given}`);
  }
}

/** @throws TypeError for a key that Florin refuses */
function keyOf({ idempotencyKey }: WriteOptions): string {
  if (idempotencyKey === undefined) return randomHex();
  if (!/^[ -~]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must have 1 to 255 printable ASCII characters');
  return idempotencyKey;
}

/** A throttled request had no effect, so its repeat is safe in any case. */
const isPassing = ({ status = 0, code }: FlorinError, { repeatable }: Request): boolean =>
  status === 429 || (repeatable && ((status >= 500 && status !== 501) || passing.includes(code)));

/**
 * Whether the answer to a repeat says nothing of the earlier attempts: Florin has refused the repeat before it looked for
 * their outcome, or while one of them was still under way.
 */
const isBlind = ({ status = 0 }: FlorinError): boolean => [401, 403, 422, 429].includes(status);

/** Doubles from half a second, with a random part, so that many clients do not repeat at the same moment. */
function pauseAfter(error: FlorinError, failures: number): number {
  const backoff = 500 * 2 ** failures * (0.5 + Math.random() / 2);
  return Math.max(error.retryAfter ?? 0, Math.min(backoff, 8_000));
}

async function once(
  { url, headers, authentication }: Place,
  settings: Settings,
  { name, method, path, body }: Omit<Request, 'read'>,
  { signal, timeout = settings.timeout ?? 30_000 }: WriteOptions,
  key: string | undefined,
): Promise<Answer> {
  let authorization: string | undefined;
  const ask = async () => {
    authorization = await authentication?.header(method, new URL(url + path));
    const all: Record<string, string> = { Accept: 'application/json', ...headers };
    if (body !== undefined) all['Content-Type'] = 'application/json';
    if (key !== undefined) all['Idempotency-Key'] = key;
    if (authorization !== undefined) all.Authorization = authorization;
    const sent = { name, method, path };
    settings.onRequest?.(sent);
    const start = Date.now();
    const whole = { url: url + path, method, headers: all, body };
    const answer = await attempt(whole, timeout, settings.fetch ?? fetch, signal);
    const { requestId } = circumstancesOf(answer.headers);
    settings.onResponse?.({ ...sent, status: answer.status, requestId, milliseconds: Date.now() - start });
    return answer;
  };
  let answer = await ask();
  if (answer.status === 401 && authentication?.accepts?.(answer.headers, authorization !== undefined))
    answer = await ask();
  if (answer.status < 300) return answer;
  const hide = (text: string) => authentication?.hide(text) ?? text;
  throw errorOf(name, answer.status, bodyOf(hide(answer.text)), circumstancesOf(answer.headers));
}

function circumstancesOf(headers: Headers) {
  const seconds = Number(headers.get('retry-after') || Number.NaN);
  return {
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  };
}

/** A proxy in front of Florin may answer in HTML. */
function bodyOf(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
