import type { Acquirer } from './acquirer.ts';
import { type Accounts, simulatedAcquirer } from './simulated.ts';

/** Whether there is an acquirer for a merchant; a live one has none until an adapter to a real acquirer is configured. */
export const takesPayments = ({ test }: { test: boolean }): boolean => test;

/** The acquirer for a merchant. @throws where {@link takesPayments} says that there is none */
export function acquirerFor(merchant: { test: boolean }, accounts: Accounts): Acquirer {
  if (!takesPayments(merchant)) throw new Error('There is no acquirer for this merchant');
  return simulatedAcquirer(accounts);
}
