import { aborted } from './aborted.ts';

/** In bytes. A hundred of the largest objects that we ask for are a fraction of it. */
const longest = 4 * 1024 * 1024;

/**
 * The text of an answer, of which no more is read than one that we ask for can be.
 *
 * @param signal that the request was sent with: Node.js forgets it, when it collects garbage, once there are headers
 * @throws where there is more, or the signal comes first
 */
export async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  const end = aborted(signal);
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
