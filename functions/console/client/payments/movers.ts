import { call } from '../requests/api.ts';
import { authorOf } from '../values/names.ts';
import { kindOf } from '../values/statuses.ts';
import type { AuditEntry, TrailEntry, Transaction } from '../values/types.ts';
import { filtersAround } from './moments.ts';

/** In milliseconds. A request ends within this time, so a movement is at most this much later than its audit entry. */
const longestRequest = 30_000;

/** The most movements that the console looks up in the audit log. It looks up the latest ones. */
const mostMovements = 20;

/**
 * The people who have made movements of a payment in the console, by the audit log. Movements of apps, of the API and of
 * the acquirer are not in it.
 */
export async function moversOf(one: Transaction): Promise<Map<TrailEntry, string>> {
  const moved = one.trail.filter((entry) => kindOf(entry)).slice(-mostMovements);
  const pages = await Promise.all(
    moved.map(({ created }) =>
      call<AuditEntry[]>('GET', `api/merchants/${one.merchantId}/audit`, {
        query: { limit: 100, ...filtersAround(created, longestRequest) },
      }),
    ),
  );
  return matchMovers(one, pages.flat());
}

/**
 * Matches movements with entries of the audit log: the same payment, kind and amount, and a movement within the time of a
 * request. If several entries of different people match a movement, or several movements match an entry, nobody is named.
 */
export function matchMovers(
  { id, trail }: Pick<Transaction, 'id' | 'trail'>,
  audit: readonly AuditEntry[],
): Map<TrailEntry, string> {
  const done = audit.filter(({ about, status }) => about.transactionId === id && isDone(status));
  const unique = [...new Map(done.map((entry) => [entry.id, entry])).values()];
  const isOf = (entry: TrailEntry, { action, fields, created }: AuditEntry): boolean => {
    const later = Date.parse(entry.created) - Date.parse(created);
    const kind = kindOf(entry);
    return (
      kind !== undefined &&
      action.endsWith(`/${kind}s`) &&
      Object(fields).amount === entry.amount &&
      later >= 0 &&
      later <= longestRequest
    );
  };
  const sure = unique.filter((each) => trail.filter((entry) => isOf(entry, each)).length === 1);
  return new Map(
    trail.flatMap((entry): [TrailEntry, string][] => {
      const people = [...new Set(sure.filter((each) => isOf(entry, each)).map(({ user }) => authorOf(user)))];
      return people.length === 1 ? [[entry, people[0] ?? '']] : [];
    }),
  );
}

const isDone = (status: number | null): boolean => status !== null && status < 300;
