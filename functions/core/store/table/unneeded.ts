import { Outcome } from '#domain/outcome.ts';
import { transact, type Write } from './transact.ts';

/** It was written before, or what it changes is gone: either way there is nothing to write. */
export class Unneeded extends Outcome {
  override readonly name = 'Unneeded';

  constructor() {
    super('There is nothing to write');
  }
}

/** For a write's `onFailed`. */
export const unneeded = (): Unneeded => new Unneeded();

/** All of the writes, or none where one of them is {@link unneeded}. @returns whether they were written */
export async function unlessUnneeded(writes: readonly Write[]): Promise<boolean> {
  try {
    await transact(writes);
    return true;
  } catch (error) {
    if (error instanceof Unneeded) return false;
    throw error;
  }
}
