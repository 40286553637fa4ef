import type { Call } from '../requests/api.ts';
import { type Part, partOfList } from './paging.tsx';
import { completeReader, limit, type Reader, readPages } from './reader.ts';

/**
 * Reads a whole list of the API; a long list in several sections at the same time.
 *
 * @param merchantId the merchant of the list, whose id shows the oldest possible time of an entry
 * @param complete requests the missing fields of the entries
 */
export const readWhole = <T extends { id: string }, Whole extends { id: string } = T>(
  merchantId: string,
  path: string,
  filters: NonNullable<Call['query']>,
  partOf: (answer: unknown) => Part<T> = partOfList<T>,
  complete?: Parameters<typeof completeReader<T, Whole>>[1],
): Sections<Whole> =>
  inSections(
    ({ from, to, before }) => {
      const times = {
        ...(from !== undefined && { 'filter[from]': new Date(from).toISOString() }),
        ...(to !== undefined && { 'filter[to]': new Date(to).toISOString() }),
      };
      return completeReader(readPages(path, { ...filters, ...times }, partOf, 'before', before), complete);
    },
    Math.max(timeOf(merchantId), Date.parse(String(filters['filter[from]'] ?? '')) || 0),
    limit,
  );

/** A list that is read in sections. */
export interface Sections<T> {
  /**
   * Reads to the end of the list. `onItems` gets parts of all sections in any order, and the parts of one section in
   * their order.
   *
   * @throws what the readers throw; the next call reads the rest
   */
  read(signal: AbortSignal, onItems: (items: T[], section: number) => void): Promise<void>;
  missing(): readonly string[];
}

/**
 * A part of a list: the times in milliseconds from which on and before which its entries are, and the id that they
 * are older than.
 */
export interface Range {
  from?: number;
  to?: number;
  before?: string;
}

interface Section<T> {
  number: number;
  reader: Reader<T>;
  hasEnded: boolean;
}

export const inOneSection = <T>(reader: Reader<T>): Sections<T> => {
  const section = { number: 0, reader, hasEnded: false };
  return {
    read: (signal, onItems) => readAll([section], signal, onItems),
    missing: () => reader.missing?.() ?? [],
  };
};

/** The sections of a long list, and how many of them are read at the same time. */
const [parts, atOnce] = [12, 4];

/**
 * Reads a list. If its first page is full, several sections of time are read at once, since within a section each
 * page needs the cursor of the previous one. A short list is read page by page.
 *
 * @param begin the time before which there are no entries, in milliseconds
 * @param full the number of entries of a full page
 */
export function inSections<T extends { id: string }>(
  open: (range: Range) => Reader<T>,
  begin: number,
  full: number,
): Sections<T> {
  const whole: Section<T> = { number: 0, reader: open({}), hasEnded: false };
  let sections = [whole];
  let hasBegun = false;
  return {
    async read(signal, onItems) {
      if (!hasBegun) {
        const items = await whole.reader.next(signal);
        hasBegun = true;
        whole.hasEnded = items === undefined;
        onItems(items ?? [], 0);
        const last = items?.at(-1)?.id;
        if (last && items.length >= full) sections = split(open, begin, last);
      }
      await readAll(sections, signal, onItems);
    },
    missing: () => [],
  };
}

/**
 * Divides the time before an entry into equal sections. The newest section comes first, and the oldest has no
 * beginning.
 */
function split<T>(open: (range: Range) => Reader<T>, begin: number, before: string): Section<T>[] {
  const end = timeOf(before);
  const bounds = Array.from({ length: parts - 1 }, (_, n) =>
    Math.floor(end - ((end - Math.min(begin, end)) * (n + 1)) / parts),
  );
  const ranges: Range[] = [...bounds, undefined].map((from, n) => ({
    ...(from !== undefined && { from }),
    ...(n === 0 ? { before } : { to: bounds[n - 1] as number }),
  }));
  return ranges.map((range, n) => ({ number: n + 1, reader: open(range), hasEnded: false }));
}

/** The time in an id, in milliseconds. */
export const timeOf = (id: string): number =>
  Number.parseInt(id.slice(0, 8), 16) * 1000 + Number.parseInt(id.slice(8, 11), 16);

async function readAll<T>(
  sections: readonly Section<T>[],
  signal: AbortSignal,
  onItems: (items: T[], section: number) => void,
): Promise<void> {
  const waiting = sections.filter(({ hasEnded }) => !hasEnded);
  let hasFailed = false;
  const work = async () => {
    for (let section = waiting.shift(); section; section = waiting.shift()) {
      while (!section.hasEnded && !hasFailed) {
        try {
          const items = await section.reader.next(signal);
          section.hasEnded = items === undefined;
          onItems(items ?? [], section.number);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      }
    }
  };
  // All requests end before a failure is thrown, so that another attempt never reads a section twice at the same time.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
