import { Outcome } from '#domain/outcome.ts';
import { transact, type Write } from './transact.ts';

/** Thrown if a write is pointless: it was done before, or the item to change no longer exists. */
export class Unneeded extends Outcome {
  override readonly name = 'Unneeded';

  constructor() {
    super('There is nothing to write');
  }
}

/** Makes the error for a write that may be unneeded: pass this as its `onFailed`. */
export const unneeded = (): Unneeded => new Unneeded();

/** Writes all of the writes, or none if one of them is {@link unneeded}. @returns whether they were written */
export async function unlessUnneeded(writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(writes);
    return true;
  } catch (error) {
    if (error instanceof Unneeded) return false;
    throw error;
  }
}
