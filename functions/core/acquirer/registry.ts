import type { Acquirer } from './acquirer.ts';
import { type Hold, simulatedAcquirer } from './simulated.ts';

/** The acquirer for a merchant; a live one has none until an adapter to a real acquirer is configured here. */
export const acquirerFor = ({ test }: { test: boolean }, hold: Hold): Acquirer | undefined =>
  test ? simulatedAcquirer(hold) : undefined;
