import type { DataKeys } from './data-keys.ts';

/** The data key of the local runner, given as base64. Its tokens have an empty wrapped key, as there is only one key. */
export function localDataKeys(base64: string): DataKeys {
  const key = { plain: Buffer.from(base64, 'base64'), wrapped: Buffer.alloc(0) };
  return {
    current: async () => key,
    unwrap: async ({ length }) => (length === 0 ? key.plain : undefined),
  };
}
