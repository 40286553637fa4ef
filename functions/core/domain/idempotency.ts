/**
 * Identifies a request that has one effect, even if it is sent several times: by its idempotency key, or by the proof
 * of a challenge that a payment brings.
 */
export interface Idempotency {
  /** The caller who has chosen the key. The same key of another caller is another key. */
  scope: string;
  key: string;
  /** A digest of the request. A different request with the same key has another digest. */
  fingerprint: string;
}
