import { ConnectionError } from './errors.ts';

/** One HTTP request. */
export interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** The longest time of a timer of JavaScript, in milliseconds. A longer one, `Infinity` for example, would end at once. */
const longestTimer = 2 ** 31 - 1;

/** A page of a list has at most 4 MB, and no answer is larger. */
const largest = 8 * 1024 * 1024;

/**
 * Sends a request once, and reads the whole answer.
 *
 * @param timeout in milliseconds, for the request and the whole answer
 * @throws ConnectionError if there is no usable answer, and the reason of the signal if it is aborted
 */
export async function attempt(
  { url, ...request }: Sent,
  timeout: number,
  send: typeof fetch,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted();
  // `AbortSignal.any` is missing in browsers from before 2024.
  const both = new AbortController();
  const cancel = () => both.abort();
  signal?.addEventListener('abort', cancel);
  const timer = setTimeout(cancel, Math.min(timeout, longestTimer));
  try {
    // Florin never redirects. Following a redirect would send the credentials to another address.
    const response = await send(url, { ...request, redirect: 'manual', signal: both.signal });
    const { status, headers } = response;
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      await response.body?.cancel();
      throw new ConnectionError('The address redirects elsewhere', 'REDIRECTED');
    }
    return { status, headers, text: await textOf(response) };
  } catch (error) {
    signal?.throwIfAborted();
    if (both.signal.aborted) throw new ConnectionError(`No answer within ${timeout} ms`, 'TIMEOUT');
    if (error instanceof ConnectionError) throw error;
    throw new ConnectionError(`The connection to ${new URL(url).origin} failed`, 'UNREACHABLE', {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/** Reads a body. Counts its bytes after decompression, so that a small answer cannot fill the memory. */
async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new ConnectionError('The answer was cut off', 'CUT_OFF', { cause });
    });
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > largest) {
      await reader.cancel();
      throw new ConnectionError(`The answer has more than ${largest} bytes`, 'TOO_LARGE');
    }
    text += decoder.decode(value, { stream: true });
  }
}
