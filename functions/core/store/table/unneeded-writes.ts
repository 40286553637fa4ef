import { Outcome } from '#domain/outcome.ts';
import { transact, type Write } from './transact.ts';

/** Thrown if a write is pointless: it was done before, or the item to change no longer exists. */
export class UnneededWrite extends Outcome {
  override readonly name = 'UnneededWrite';

  constructor() {
    super('There is nothing to write');
  }
}

/** Makes the error for a write that may be unneeded: pass this as its `onFailed`. */
export const unneededWrite = (): UnneededWrite => new UnneededWrite();

/** Writes all of the writes, or none if one of them is {@link unneededWrite}. @returns whether they were written */
export async function unlessUnneeded(writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(writes);
    return true;
  } catch (error) {
    if (error instanceof UnneededWrite) return false;
    throw error;
  }
}
