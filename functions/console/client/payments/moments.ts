import type { Dispute, Transaction } from '../values/types.ts';

/** The most moments of a payment that the console looks up in other lists. */
const mostMoments = 20;

/** The times of a payment's changes, each once, the latest first. */
export function momentsOf(one: Transaction, disputes: readonly Dispute[]): string[] {
  const times = [one, ...one.trail, ...disputes].map(({ created }) => created);
  return [...new Set(times)].sort().reverse().slice(0, mostMoments);
}

/** The filters of a list for the entries of one millisecond, and of the `before` milliseconds before it. */
export const filtersAround = (time: string, before = 0) => ({
  'filter[from]': new Date(Date.parse(time) - before).toISOString(),
  'filter[to]': new Date(Date.parse(time) + 1).toISOString(),
});
