import { createHash } from 'node:crypto';
import type { Id } from '../id.ts';

/** The hash of a day without entries. */
export const noHash = '0'.repeat(64);

/** The progress of a chain: the number of its entries, and the hash of the last one as hex. */
export interface ChainState {
  count: number;
  hash: string;
}

/**
 * The hashes of the entries of a day. Each hash covers the hash before it, the id and the fields of an entry, so that the
 * last one covers all entries and their order.
 */
export class SealChain {
  #hash: Buffer;
  #count: number;
  #last: Id = '';

  constructor({ count, hash }: ChainState = { count: 0, hash: noHash }) {
    this.#hash = Buffer.from(hash, 'hex');
    this.#count = count;
  }

  /**
   * @param digest of the covered fields
   * @throws Error if the id is not greater than the one before
   */
  add(id: Id, digest: Uint8Array): void {
    if (id <= this.#last) throw new Error(`The entry ${id} does not follow ${this.#last}`);
    this.#last = id;
    this.#hash = createHash('sha256').update(this.#hash).update(id, 'hex').update(digest).digest();
    this.#count += 1;
  }

  get state(): ChainState {
    return { count: this.#count, hash: this.#hash.toString('hex') };
  }
}

export const isSameChain = (one: ChainState, other: ChainState): boolean =>
  one.count === other.count && one.hash === other.hash;
