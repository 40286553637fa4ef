/** In bytes. The largest expected response is a page of a hundred objects, which is many times smaller. */
const longest = 4 * 1024 * 1024;

/**
 * Reads the text of a response, up to a limit that no expected response reaches.
 *
 * @param signal the signal that the request was sent with. The signal must be watched here as well, as the garbage
 * collection of Node.js may drop it once the headers have come
 * @throws if the text is longer, or the signal aborts first
 */
export async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const end = rejectOnAbort(signal);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), end]);
      if (done) return Buffer.concat(chunks).toString();
      size += value.length;
      if (size > longest) throw new RangeError('An answer without end');
      chunks.push(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Returns a promise that rejects when the signal aborts. It is for a race with a promise that may stay pending for
 * ever.
 */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const end = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  // Handles the rejection if the race is over by then, as an unhandled rejection would end the process.
  end.catch(() => {});
  return end;
}
