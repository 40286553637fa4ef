import type { DataKeys } from './data-keys.ts';

/** One key, given as base64, under which nothing is wrapped: that of a laptop. */
export function localDataKeys(base64: string): DataKeys {
  const key = { plain: Buffer.from(base64, 'base64'), wrapped: Buffer.alloc(0) };
  return {
    current: async () => key,
    unwrap: async ({ length }) => (length === 0 ? key.plain : undefined),
  };
}
