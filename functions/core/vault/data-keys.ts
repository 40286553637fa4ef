/** A key of 32 bytes: unencrypted, and encrypted by another key (wrapped). */
export interface DataKey {
  plain: Buffer;
  wrapped: Buffer;
}

/** Makes data keys, and unwraps them. */
export interface DataKeys {
  /** The data key for new tokens. */
  current(): Promise<DataKey>;
  /** @returns undefined for bytes that these `DataKeys` did not wrap */
  unwrap(wrapped: Buffer): Promise<Buffer | undefined>;
}
