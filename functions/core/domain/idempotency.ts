/** A request that has one effect, however often it comes: by its idempotency key, or by the proof that it pays with. */
export interface Idempotency {
  /** The caller who chose the key. Keys of different callers never meet. */
  scope: string;
  key: string;
  /** Tells this request from another one with the same key. */
  fingerprint: string;
}
