import { parseTime } from '#basics/time.ts';
import { firstIdAt, type Id, isId } from '#domain/id.ts';
import type { BookingPeriod } from '#domain/ledger/booking-time.ts';
import type { Fault } from '#domain/outcome.ts';
import { parseBoolean } from '../body/coercion.ts';
import { invalid } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';

/** The requested part of a list (wire contract, section 1: lists). */
export interface Pagination {
  limit: number;
  /** Only items older than this one, which need not exist. */
  before?: Id;
  /** Only items newer than this one. Without `before`, the oldest come first. */
  after?: Id;
  /** `filter[from]`: only items made at this time or later, as the first id of that time. */
  from?: Id;
  /** `filter[to]`: only items made before this time. */
  to?: Id;
  /** `filter[bookedFrom]` and `filter[bookedTo]`: only lines that were booked in this period. */
  booked?: BookingPeriod;
  /** `filter[test]` */
  test?: boolean;
  /** `filter[successful]` */
  successful?: boolean;
}

type Query = Record<string, string | undefined>;

/** The query parameters of every list. */
export const listQuery = ['limit', 'before', 'after', 'filter[from]', 'filter[to]'] as const;

/** The query parameters of lists of lines. */
export const lineQuery = [...listQuery, 'filter[bookedFrom]', 'filter[bookedTo]'] as const;

/** @throws 400 that names each bad parameter, and the `others` */
export function readPagination(query: Query, others: readonly Fault[] = []): Pagination {
  const faults = [...others];
  const limit = Number(query.limit);
  if (!/^\d{1,4}$/.test(query.limit ?? '') || limit < 1 || limit > 1000)
    faults.push({ field: 'limit', message: 'Is required, a whole number from 1 to 1000' });
  const before = cursor(query, 'before', faults);
  const after = cursor(query, 'after', faults);
  const [from, to] = (['from', 'to'] as const).map((name) => firstIdOfTime(time(query, name, faults)));
  const booked = { from: time(query, 'bookedFrom', faults), to: time(query, 'bookedTo', faults) };
  const test = filter(query, 'test', faults);
  const successful = filter(query, 'successful', faults);
  if (faults.length > 0) throw invalid(faults);
  const isBooked = booked.from !== undefined || booked.to !== undefined;
  return { limit, before, after, from, to, ...(isBooked && { booked }), test, successful };
}

/** Values that clients send for a missing cursor. */
const absent = ['', 'null', 'undefined'];

function cursor(query: Query, name: 'before' | 'after', faults: Fault[]): Id | undefined {
  const id = query[name]?.toLowerCase();
  if (id === undefined || absent.includes(id)) return undefined;
  if (!isId(id)) {
    const dates = name === 'before' ? 'to' : 'from';
    const message = `Must be an id, 24 hex characters; for a date send for example filter[${dates}]=2026-11-01`;
    faults.push({ field: name, message });
  }
  return id;
}

const firstIdOfTime = (at: number | undefined): Id | undefined =>
  at === undefined ? undefined : firstIdAt(at);

/** @returns milliseconds since 1970 */
function time(
  query: Query,
  name: 'from' | 'to' | 'bookedFrom' | 'bookedTo',
  faults: Fault[],
): number | undefined {
  const field = `filter[${name}]`;
  const text = query[field];
  if (text === undefined) return undefined;
  const at = parseTime(text);
  if (at === undefined)
    faults.push({ field, message: 'Must be a date, for example 2026-11-01 or 2026-11-01T12:30:00Z' });
  return at;
}

function filter(query: Query, name: 'test' | 'successful', faults: Fault[]): boolean | undefined {
  const text = query[`filter[${name}]`];
  if (text === undefined) return undefined;
  const value = parseBoolean(text);
  if (value === undefined) faults.push({ field: `filter[${name}]`, message: 'Must be true or false' });
  return value;
}

/**
 * Passes on the part of a list that the request asks for.
 *
 * @param faultsOf finds the faults in the rest of the query
 * @throws 400 that names each bad parameter
 */
export const pagination = (
  faultsOf: (query: Query) => Fault[] = () => [],
): Middleware<{ query: Query; pagination: Pagination }> => ({
  before: ({ context }) => {
    context.pagination = readPagination(context.query, faultsOf(context.query));
  },
});
