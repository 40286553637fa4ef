import { type Call, call, Refusal, Unreachable } from '../requests/api.ts';
import { type Part, partOfList } from './paging.tsx';

/** Reads a list part by part. */
export interface Reader<T> {
  /**
   * Returns the next part, which may be empty, or undefined at the end.
   *
   * @throws what `call` throws; the next call then reads the same part again, so that no entry is lost or repeated
   */
  next(signal: AbortSignal): Promise<T[] | undefined>;
  /** The names of the parts that the user may no longer read. */
  missing?(): readonly string[];
}

/** The most entries that the API has on a page. */
export const limit = 1000;

/** The pauses before further attempts after a lost answer or too many requests, in milliseconds. */
const waits = [500, 1000, 2000, 4000];

/** A cursor before all entries. The list after it begins with the oldest entry. */
const start = '0'.repeat(24);

/**
 * Reads a list of the API, the newest entries first. It requests the next page while the caller processes the present
 * one.
 *
 * @param partOf reads an answer that is not an array
 */
export const readList = <T extends { id: string }>(
  path: string,
  filters: NonNullable<Call['query']>,
  partOf: (answer: unknown) => Part<T> = partOfList<T>,
): Reader<T> => readPages(path, filters, partOf, 'before');

/** Reads a list of the API, the oldest entries first. */
export const readFromOldest = <T extends { id: string }>(
  path: string,
  filters: NonNullable<Call['query']>,
): Reader<T> => readPages(path, filters, partOfList<T>, 'after', start);

/** @param first the cursor before the first page */
export function readPages<T>(
  path: string,
  filters: NonNullable<Call['query']>,
  partOf: (answer: unknown) => Part<T>,
  direction: 'before' | 'after',
  first?: string,
): Reader<T> {
  let cursor = first;
  let hasEnded = false;
  let ahead: Promise<Part<T>> | undefined;
  const read = async (signal: AbortSignal) => {
    signal.throwIfAborted();
    const query = { ...filters, limit, [direction]: cursor };
    return partOf(await repeatIfPassing(() => call('GET', path, { query, signal }), signal));
  };
  return {
    async next(signal) {
      if (hasEnded) return undefined;
      const reading = ahead ?? read(signal);
      ahead = undefined;
      const { items, next } = await reading;
      cursor = next;
      hasEnded = next === undefined;
      if (!hasEnded) {
        const early = read(signal);
        ahead = early;
        early.catch(() => {
          if (ahead === early) ahead = undefined;
        });
      }
      return items;
    },
  };
}

/**
 * Completes the entries of a reader by further requests. If the completion of a part fails, the part is returned
 * again.
 */
export function completeReader<T, Whole = T>(
  reader: Reader<T>,
  complete = async (items: T[], _signal: AbortSignal): Promise<Whole[]> => items as unknown as Whole[],
): Reader<Whole> {
  let items: T[] | undefined;
  return {
    async next(signal) {
      items ??= await reader.next(signal);
      const whole = items && (await complete(items, signal));
      items = undefined;
      return whole;
    },
  };
}

/** Repeats a request that only reads if its answer was lost or there were too many requests. */
async function repeatIfPassing<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const wait of waits) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof Unreachable || (error instanceof Refusal && error.status === 429);
      if (!isPassing || signal.aborted) throw error;
    }
    await pause(wait, signal);
  }
  return work();
}

const pause = (wait: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, wait);
    signal.addEventListener('abort', end);
  });
