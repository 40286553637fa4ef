import { t } from '../values/texts.ts';
import { askForStepUp, type StepUpKind } from './step-up.ts';

/** One thing wrong with a request. */
export interface Fault {
  field: string;
  message: string;
}

/** An answer that is not a success. */
export class Refusal extends Error {
  readonly status: number;
  /** `CONFLICT`, `OPERATION_OPEN`, `NOT_FOUND`, … */
  readonly code: string | undefined;
  readonly faults: readonly Fault[];
  /** The processing error of an acquirer that has declined. */
  readonly decline: number | undefined;
  /** The kind of step-up that the server asks for; absent if it asks for none. */
  readonly stepUp: StepUpKind | undefined;

  constructor(status: number, body: unknown) {
    super(`The server answers ${status}`);
    this.status = status;
    const list: (Partial<Fault> & { code?: number })[] = Array.isArray(body) ? body : [];
    this.faults = list.flatMap(({ field, message = '' }) => (field ? [{ field, message }] : []));
    this.decline = list.find(({ code }) => code !== undefined)?.code;
    this.code = isObject(body) && typeof body.error === 'string' ? body.error : undefined;
    this.stepUp =
      this.code === 'PROOF_REQUIRED' && isObject(body)
        ? body.by === 'link'
          ? 'link'
          : 'passkey'
        : undefined;
  }
}

/** There was no answer: the network, the server or its gateway failed. A request that moves money may have had its effect. */
export class Unreachable extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export interface Call {
  body?: object;
  query?: Record<string, string | number | undefined>;
  /** The `Idempotency-Key`: all requests with one key have one effect. */
  key?: string;
  signal?: AbortSignal;
  /** Is called with the id at which a search has stopped before the end of the list. */
  onStop?: (id: string) => void;
  /** Whether the answer says which rights the user has. If it is a refusal, the rights are not asked for again. */
  asksForRights?: boolean;
}

/** The longest wait for an answer. A function of the API has at most 29 seconds. */
const patience = 35_000;

let base = '';
let signedOut = (): void => {};
let forbidden = (): void => {};
let sender: Sender = '1';

/** The value of the console's header: `1` for the session of a user, `till` for that of a till. */
type Sender = '1' | 'till';

interface Settings {
  /** The path in front of every route. */
  base: string;
  /** Is called after an answer that says that the session is over. */
  signedOut: () => void;
  /** Is called after an answer that says that the user has no right to the request: the page may show an earlier role. */
  forbidden?: () => void;
  sender?: Sender;
}

export function configure(options: Settings): void {
  base = options.base;
  signedOut = options.signedOut;
  forbidden = options.forbidden ?? (() => {});
  sender = options.sender ?? '1';
}

/**
 * Calls a route of the console. If the server asks for a step-up, the console asks the user, and sends the same
 * request again with the same key.
 *
 * @throws Refusal, Unreachable, or the `AbortError` of the caller's own signal
 */
export async function call<T = undefined>(method: Method, path: string, options: Call = {}): Promise<T> {
  for (;;) {
    try {
      return await callOnce<T>(method, path, options);
    } catch (error) {
      if (!(error instanceof Refusal && error.stepUp && (await askForStepUp(error.stepUp)))) throw error;
    }
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Sends a request. The header keeps other websites out: a browser sends it from another origin only after a
 * preflight, which the server never answers.
 */
async function callOnce<T>(
  method: Method,
  path: string,
  { body, query = {}, key, signal, onStop, asksForRights = false }: Call,
): Promise<T> {
  const { response, text } = await send(method, urlOf(path, query), { body, key, signal });
  const type = response.headers.get('content-type') ?? '';
  const answer = parse(text, type);
  const isOwn = text === '' || isObject(answer) || type.startsWith('image/svg+xml');
  const stop = response.headers.get('florin-next');
  if (stop) onStop?.(stop);
  if (response.ok && isOwn) return answer as T;
  if (response.status === 401) signedOut();
  // Any other success comes from another server, such as the login page of a Wi-Fi network. A 5xx without one of Florin's
  // own errors comes from a gateway. In both cases the request may have had its effect.
  if (response.ok || (response.status >= 500 && !(isObject(answer) && answer.error === 'OPERATION_OPEN')))
    throw new Unreachable();
  const refusal = new Refusal(response.status, answer);
  if (response.status === 403 && !refusal.stepUp && !asksForRights) forbidden();
  throw refusal;
}

function urlOf(path: string, query: NonNullable<Call['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return `${base}/${path}${text && `?${text}`}`;
}

/** Sends a request and reads the whole answer, as the connection can also break in the middle of an answer. */
async function send(
  method: string,
  url: string,
  { body, key, signal }: Pick<Call, 'body' | 'key' | 'signal'>,
): Promise<{ response: Response; text: string }> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  const timer = setTimeout(cancel, patience);
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    const response = await fetch(url, {
      method,
      headers: {
        'Florin-Console': sender,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(key ? { 'Idempotency-Key': key } : {}),
      },
      credentials: 'same-origin',
      signal: controller.signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  } finally {
    clearTimeout(timer);
    // An export sends a thousand requests with one signal, which must not collect their listeners.
    signal?.removeEventListener('abort', cancel);
  }
}

function parse(text: string, type: string): unknown {
  if (!type.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a refusal names this field, or any field. The messages of fields stand beside them. */
export const hasFaults = (error: unknown, field?: string): boolean =>
  error instanceof Refusal && error.faults.some((one) => field === undefined || one.field === field);

/**
 * The error of a form's request, which the form shows in an alert; undefined if each fault is shown beside a field.
 *
 * @param fields the fields that the form shows: `files.0` also stands for `files.0.content`
 */
export function unshown(error: Error | undefined, fields: readonly string[]): Error | undefined {
  const isShown = ({ field }: Fault) => fields.some((one) => field === one || field.startsWith(`${one}.`));
  return error instanceof Refusal && error.faults.length > 0 && error.faults.every(isShown)
    ? undefined
    : error;
}

/**
 * The fault of a field in a refusal: in the console's words, if it has a text for the fault, or else in the API's.
 */
export function faultOf(error: unknown, field: string): string | undefined {
  const fault = error instanceof Refusal ? error.faults.find((one) => one.field === field) : undefined;
  return fault && (ownText(fault) ?? fault.message);
}

/** The console's text for a fault, in the user's language. */
export const ownText = ({ field }: Fault): string | undefined =>
  (t.faults as Partial<Record<string, string>>)[field];
