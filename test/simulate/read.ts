import type { Florin } from '../api/support/florin.ts';
import { send } from './http.ts';

export async function read(florin: Florin, key: string, path: string) {
  for (let n = 0; ; n++) {
    const reply = await send('GET', florin.baseUrl + path, { key }).catch(() => undefined);
    if (reply && reply.status < 500) return reply;
    if (n === 5) throw new Error(`${path}: ${reply?.status} ${reply?.text}`);
  }
}

export type Get = (path: string) => ReturnType<typeof read>;

/**
 * Reads a whole list, in small pages, so that the list has many page boundaries.
 *
 * @param pageIn returns the page in the body of an answer
 */
export async function readAll(
  get: Get,
  path: string,
  filter = '',
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
  pageIn = (body: any) => body,
): Promise<unknown[]> {
  const found: { id: string }[] = [];
  for (;;) {
    const last = found.at(-1);
    const { body } = await get(`${path}?limit=37${last ? `&before=${last.id}` : ''}${filter}`);
    const page = pageIn(body);
    if (!Array.isArray(page) || page.length === 0) return found;
    found.push(...page);
  }
}
