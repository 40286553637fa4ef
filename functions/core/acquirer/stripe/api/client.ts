import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestEnd } from '#aws/deadline.ts';
import { readText } from '#aws/read-text.ts';
import { log } from '#observability/log.ts';
import { acquirerRefusal } from '#observability/metrics.ts';
import { type Keys, keys } from './api-keys.ts';
import { redactMessage } from './redact-message.ts';
import { version } from './version.ts';

/** One request to Stripe. A request with a key is a POST, and has one effect even if it is sent several times. */
export interface Ask {
  path: string;
  /** The connected account that the request is about, if any (https://docs.stripe.com/connect/authentication). */
  account?: string;
  form?: Form;
  /** A file to upload, with the form as its other fields (https://docs.stripe.com/api/files/create). Needs a key. */
  file?: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };
  key?: string;
  /**
   * When the request is sent again with a new key, since Stripe repeats its own failures for a used key. `failed`:
   * after each failure, for requests that move no money. `ended`: only after Stripe has repeated the failure, so that
   * the first request is certainly over.
   */
  renew?: 'failed' | 'ended';
  /** Set for a DELETE, which needs no key: a repeat has no further effect. */
  removes?: true;
  /** Set for a request that a bank answers. It gets all the time that the function has left. */
  slow?: true;
}

/** Stripe's error (https://docs.stripe.com/api/errors). */
export interface StripeError {
  /** For operators; `redactMessage` has removed what may be secret. */
  message?: string;
  type?: string;
  code?: string;
  decline_code?: string;
  /** The advice of the card's bank, and of its network (https://docs.stripe.com/declines/card#retrying-issuer-declines). */
  advice_code?: string;
  network_advice_code?: string;
  param?: string;
  payment_intent?: { id: string };
  setup_intent?: { id: string };
}

export type Answer<T> =
  | { state: 'done'; body: T }
  /** The request has had no effect. */
  | { state: 'refused'; status: number; error: StripeError; request: string | null }
  /** The request may have had its effect. `ended`: Stripe has failed, and repeats that answer for this key. */
  | { state: 'unknown'; cause: string; ended?: true };

/**
 * Times in milliseconds, and a count. `answer` is the time for one request with all its repeats, `reserve` the time
 * that is kept for the work after it, and `look` the pause before Florin asks again while Stripe works on a copy of
 * the request.
 */
const limits = { answer: 6_000, reserve: 4_000, look: 300, repeats: 2 } as const;

/**
 * Sends a request to Stripe, and never throws. ADR 25 explains why Florin does not use Stripe's client library. A
 * request that fails quickly is repeated at once with the same idempotency key. While Stripe works on a copy of the
 * request, this one waits. Rotated API keys are read again.
 */
export async function ask<T>(request: Ask): Promise<Answer<T>> {
  const end = endOf(request);
  let secret: Keys;
  try {
    secret = await keys.current();
  } catch (error) {
    log('error', { stripe: request.path, error: String(error) });
    // No key was read, so the request was not sent.
    return logAnswer(request, { state: 'refused', status: 401, error: { code: 'no_key' }, request: null });
  }
  let open: Answer<T> | undefined;
  let { key } = request;
  for (let repeats = 0; ; ) {
    const { answer, again, failure } = await send<T>({ ...request, key }, secret, end);
    const renews = failure !== undefined && (request.renew === 'failed' || request.renew === failure);
    if (renews) key = `${request.key}-${randomUUID()}`;
    if (answer.state === 'unknown') open = answer;
    else if (answer.state === 'refused' && (answer.status === 401 || answer.status === 403)) {
      const newer = await keys.newerThan(secret).catch(() => undefined);
      if (newer && newer.apiKey !== secret.apiKey) {
        secret = newer;
        continue;
      }
      // A revoked key tells nothing about an earlier attempt with the same idempotency key, which is still unknown.
      if (open) return logAnswer(request, open);
    }
    const pause = (again === 'copy' ? limits.look : 100 * 2 ** repeats) * (1 + Math.random());
    const enough = !(again || renews) || (again !== 'copy' && repeats++ >= limits.repeats);
    if (enough || Date.now() + pause > end) return logAnswer(request, answer);
    await sleep(pause);
  }
}

function endOf({ slow }: Ask): number {
  const given = requestEnd() - limits.reserve;
  return slow && given < Number.POSITIVE_INFINITY ? given : Math.min(Date.now() + limits.answer, given);
}

/** Logs an answer. Every refusal but a declined card is a mistake of Florin's, or of the account. */
function logAnswer<T>({ path }: Ask, answer: Answer<T>): Answer<T> {
  if (answer.state === 'unknown') log('error', { stripe: path, cause: answer.cause });
  else if (answer.state === 'refused' && answer.status !== 402) {
    const { status, request, error } = answer;
    const { type, code, param, message } = error;
    const count = status === 401 || status === 403 ? acquirerRefusal() : {};
    log('error', { stripe: path, status, request, type, code, param, message, ...count });
  }
  return answer;
}

interface Sent<T> {
  answer: Answer<T>;
  /** The reason for another attempt: a quick failure, or a copy of the request in progress. */
  again?: 'failed' | 'copy';
  /** Set if Stripe has failed: `failed` in this attempt, `ended` in an earlier one whose answer it repeats. */
  failure?: Ask['renew'];
}

async function send<T>(
  { path, account, form = {}, file, key, removes }: Ask,
  { apiKey }: Keys,
  end: number,
): Promise<Sent<T>> {
  const time = end - Date.now();
  if (time <= 0) return { answer: { state: 'unknown', cause: 'No time left to ask' } };
  const encoded = formOf(form);
  const body = file ? multipartOf(encoded, file) : encoded;
  const server = file ? 'https://files.stripe.com' : 'https://api.stripe.com';
  const url = `${process.env.STRIPE_URL || server}/v1/${path}`;
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}`, 'stripe-version': version };
  if (account) headers['stripe-account'] = account;
  if (key) headers['idempotency-key'] = key;
  const signal = AbortSignal.timeout(time);
  try {
    const response = key
      ? await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
      : await fetch(encoded.size ? `${url}?${encoded}` : url, {
          ...{ method: removes ? 'DELETE' : 'GET', headers, signal, redirect: 'error' },
        });
    return judgeAnswer(path, response, JSON.parse(await readText(response, signal)));
  } catch (error) {
    if (signal.aborted) return { answer: { state: 'unknown', cause: 'TIMEOUT' } };
    // The log gets only codes, since a message may contain the header with the key.
    const { code, name, cause } = error as Error & { code?: string };
    const reason = (cause as { code?: string } | undefined)?.code ?? code ?? name;
    return { again: 'failed', answer: { state: 'unknown', cause: reason } };
  }
}

function multipartOf(fields: URLSearchParams, { name, type, bytes }: NonNullable<Ask['file']>): FormData {
  const form = new FormData();
  for (const [field, value] of fields) form.append(field, value);
  form.append('file', new Blob([bytes], { type }), name);
  return form;
}

/**
 * Decides what an answer proves (https://docs.stripe.com/error-low-level,
 * https://docs.stripe.com/api/idempotent_requests).
 *
 * - Stripe keeps a failure of its own under the idempotency key, and repeats it for that key.
 * - If Stripe says that the key came with other parameters, or is in use, another request of Florin's has the key.
 *   The answer says nothing about that request.
 * - A body that is neither an object nor an error of Stripe's comes from a server between Florin and Stripe. So does an
 *   object without the id that the request names, such as `payment_intents/pi_1/capture`.
 */
function judgeAnswer<T>(
  path: string,
  response: Response,
  body: T & { object?: string; id?: string; error?: StripeError },
): Sent<T> {
  const { status } = response;
  const error = { ...body.error, message: redactMessage(body.error?.message) };
  // An id has a digit, and the name of a list, such as `radar/early_fraud_warnings`, has none.
  const id = /\/([a-z]+_\w*\d\w*)/.exec(path)?.[1] ?? body.id;
  const isTheirs = typeof (response.ok ? body.id === id && body.object : error.type) === 'string';
  if (!isTheirs && status < 500)
    return { again: 'failed', answer: { state: 'unknown', cause: `${status}, not by Stripe` } };
  if (response.ok) return { answer: { state: 'done', body } };
  const request = response.headers.get('request-id');
  const open = status >= 500 || status === 409 || status === 429 || error.type === 'idempotency_error';
  if (!open) return { answer: { state: 'refused', status, error, request } };
  const wanted = response.headers.get('stripe-should-retry');
  const copied = error.code === 'idempotency_key_in_use';
  const failed = wanted ? wanted === 'true' : status === 409 || status === 429;
  // https://docs.stripe.com/error-low-level#sending-idempotency-keys
  const ended = status >= 500 && response.headers.get('idempotent-replayed') === 'true';
  const cause = [status, error.code ?? error.type, request].filter(Boolean).join(' ');
  return {
    again: copied ? 'copy' : failed ? 'failed' : undefined,
    failure: status < 500 ? undefined : ended ? 'ended' : 'failed',
    answer: { state: 'unknown', cause, ...(ended ? { ended } : {}) },
  };
}

/**
 * The values of a form for Stripe. Objects are printed with nested brackets, lists with numbers, and undefined values
 * are left out.
 */
export type Form = { [name: string]: FormValue };
type FormValue = string | number | boolean | undefined | readonly string[] | Form;

/** A body as Stripe reads it, `metadata[florin]=…&expand[0]=…` (https://docs.stripe.com/api/request_ids). */
export function formOf(form: Form): URLSearchParams {
  const encoded = new URLSearchParams();
  const add = (name: string, value: FormValue) => {
    if (value === undefined) return;
    if (typeof value !== 'object') encoded.append(name, String(value));
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(form)) add(name, value);
  return encoded;
}
