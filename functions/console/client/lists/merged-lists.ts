import { Refusal } from '../requests/api.ts';
import { type Paged, type Part, pageLength } from './paging.tsx';
import type { Reader } from './reader.ts';

/** The answer of a search. `next` is set if the list continues; the search has read everything down to `next`. */
export interface FoundPart<T> extends Part<T> {
  searchedUntil: string | null;
}

const byId = <T extends { id: string }>(items: readonly T[], isOldestFirst = false): T[] =>
  [...items].sort((a, b) => (a.id < b.id === isOldestFirst ? -1 : 1));

/** Merges the first parts of several lists by time, in the order of the lists. The ids of all merchants sort by time. */
export const mergeLists = <T extends { id: string }>(
  parts: readonly { items: readonly T[] }[],
  after?: string,
): T[] =>
  byId(
    parts.flatMap(({ items }) => items),
    after !== undefined,
  );

/**
 * Makes a page of the answers of several searches, the newest first. If a search has not ended, results of the other
 * searches that are older than its end so far are left out, as it may find more there.
 */
export function mergeFound<T extends { id: string }>(
  parts: readonly FoundPart<T>[],
  before: string | undefined,
  length = pageLength,
): Paged<T> & { searchedUntil: string | null } {
  const slowest = parts
    .filter(({ next }) => next !== undefined)
    .reduce<(typeof parts)[number] | undefined>(
      (a, b) => (a && (a.next ?? '') > (b.next ?? '') ? a : b),
      undefined,
    );
  const edge = slowest?.next;
  const known = mergeLists(parts).filter(({ id }) => edge === undefined || id >= edge);
  const items = known.slice(0, length);
  const isFull = known.length > length;
  const next = isFull ? items.at(-1)?.id : edge;
  return {
    items,
    newer: undefined,
    older: next === undefined ? undefined : { before: next },
    isLater: before !== undefined,
    searchedUntil: isFull ? null : (slowest?.searchedUntil ?? null),
  };
}

/** A list that is part of a merged one. */
interface Source<T> {
  name: string;
  reader: Reader<T>;
}

/**
 * Merges lists, the newest entries first, whatever the lengths of their parts. If the user may no longer read one of
 * the lists, that list ends, and its name is in `missing`.
 */
export function mergeReaders<T extends { id: string }>(sources: readonly Source<T>[]): Reader<T> {
  const heads = sources.map((source) => ({ ...source, items: [] as T[], hasEnded: false }));
  const lost: string[] = [];
  const fill = async (head: (typeof heads)[number], signal: AbortSignal) => {
    while (!head.hasEnded && head.items.length === 0) {
      try {
        const items = await head.reader.next(signal);
        head.items = items ?? [];
        head.hasEnded = items === undefined;
      } catch (error) {
        if (!isLost(error)) throw error;
        head.hasEnded = true;
        lost.push(head.name);
      }
    }
  };
  return {
    async next(signal) {
      // All requests end before a failure is thrown, so that another attempt never reads a list twice at the same time.
      const filled = await Promise.allSettled(heads.map((head) => fill(head, signal)));
      const failed = filled.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      const waiting = heads.filter(({ items }) => items.length > 0);
      if (waiting.length === 0) return undefined;
      const ends = waiting.flatMap(({ items, hasEnded }) => (hasEnded ? [] : [items.at(-1)?.id ?? '']));
      // Entries of other lists may be older than the end of the list with the newest end. They wait until that list
      // is read further.
      const edge = ends.sort().at(-1) ?? '';
      const ready: T[] = [];
      for (const head of waiting) {
        ready.push(...head.items.filter(({ id }) => id >= edge));
        head.items = head.items.filter(({ id }) => id < edge);
      }
      return byId(ready);
    },
    missing: () => lost,
  };
}

const isLost = (error: unknown): boolean =>
  error instanceof Refusal && (error.status === 403 || error.status === 404);
