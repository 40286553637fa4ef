/**
 * Identifies a request that has one effect, even if it is sent several times: by its idempotency key, or by the proof
 * of the challenge that it pays with.
 */
export interface Idempotency {
  /** The caller who chose the key. Keys of different callers never meet. */
  scope: string;
  key: string;
  /** A digest of the request, which tells it from a different request with the same key. */
  fingerprint: string;
}
