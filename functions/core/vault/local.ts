import type { DataKeys } from './data-keys.ts';

/** A laptop's data key, given as base64. Tokens carry no wrapped key, as all are encrypted under this one. */
export function localDataKeys(base64: string): DataKeys {
  const key = { plain: Buffer.from(base64, 'base64'), wrapped: Buffer.alloc(0) };
  return {
    current: async () => key,
    unwrap: async ({ length }) => (length === 0 ? key.plain : undefined),
  };
}
