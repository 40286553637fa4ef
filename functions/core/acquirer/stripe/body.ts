/** In bytes. A hundred of the largest objects are a fraction of it. */
const longest = 4 * 1024 * 1024;

/** The text of an answer, of which no more is read than one of Stripe's can be. @throws where there is more */
export async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > longest) throw new RangeError('An answer without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
