/** The key of the recorded tables, which seals the secrets of their webhooks. It protects nothing. */
export const SEAL_KEY = Buffer.alloc(32, 1).toString('base64');
