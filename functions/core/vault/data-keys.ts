/** A key of 32 bytes, in plain and encrypted (wrapped) by its maker. */
export interface DataKey {
  plain: Buffer;
  wrapped: Buffer;
}

/** Makes data keys, and unwraps them. */
export interface DataKeys {
  /** The one to seal with at the moment. */
  current(): Promise<DataKey>;
  /** @returns undefined for what is no wrapped key of this maker */
  unwrap(wrapped: Buffer): Promise<Buffer | undefined>;
}
