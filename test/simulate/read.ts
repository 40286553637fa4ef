import type { Florin } from '../api/support/florin.ts';
import { send } from './http.ts';

export async function read(florin: Florin, key: string, path: string) {
  for (let n = 0; ; n++) {
    const reply = await send('GET', florin.baseUrl + path, { key }).catch(() => undefined);
    if (reply && reply.status < 500) return reply;
    if (n === 5) throw new Error(`${path}: ${reply?.status} ${reply?.text}`);
  }
}

/** In pages that are small enough to have many edges. */
export async function readAll(
  get: (path: string) => ReturnType<typeof read>,
  path: string,
  filter = '',
): Promise<unknown[]> {
  const found: { id: string }[] = [];
  for (;;) {
    const last = found.at(-1);
    const { body } = await get(`${path}?limit=37${last ? `&before=${last.id}` : ''}${filter}`);
    if (!Array.isArray(body) || body.length === 0) return found;
    found.push(...body);
  }
}
