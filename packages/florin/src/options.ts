/** Options of one call. */
export interface Options {
  /** Cancels the call, also while it waits for its next attempt. */
  signal?: AbortSignal | undefined;
  /** The longest time of one attempt in milliseconds, the body of the answer included. The default is 30,000. */
  timeout?: number | undefined;
  /** How often the client repeats the request at most. The default is 2. */
  retries?: number | undefined;
}

/** Options of a call that can have an effect. */
export interface WriteOptions extends Options {
  /**
   * Calls with the same key have one effect within 24 hours. Without it the client makes a key for each call, and keeps
   * the key over its retries.
   */
  idempotencyKey?: string | undefined;
  /**
   * How long to wait for the acquirer of a live merchant in milliseconds, by repeating the request with the same key. The
   * default is 0: the call throws {@link OperationOpenError} if the acquirer has not answered.
   */
  waitForOperation?: number | undefined;
}

/** Options of all calls of a client. */
export interface Settings {
  timeout?: number | undefined;
  retries?: number | undefined;
  /** Called before each attempt, for your logs. */
  onRequest?: ((sent: SentInfo) => void) | undefined;
  /** Called after each attempt that was answered. Give your support the `requestId`: Florin's operator finds the request by it. */
  onResponse?: ((answered: AnsweredInfo) => void) | undefined;
  /** Replaces the global `fetch`, for a proxy for example. */
  fetch?: typeof fetch | undefined;
}

/** An attempt of a call. It has neither the key nor the body, which must not get into logs. */
export interface SentInfo {
  /** The verb: `transactions.capture`. */
  name: string;
  method: string;
  /** Without the address of the API. */
  path: string;
}

export interface AnsweredInfo extends SentInfo {
  status: number;
  requestId: string | undefined;
  /** How long the attempt took. */
  milliseconds: number;
}
