import { type Id, isId } from '#domain/id.ts';
import type { Fault } from '#domain/outcome.ts';
import { invalid } from './errors.ts';
import { parseBoolean } from './shape.ts';

/** Which part of a list is asked for (wire contract, section 1: lists). */
export interface Page {
  limit: number;
  /** Only items older than it. The item itself need not exist. */
  before?: Id;
  /** Only items newer than it, oldest first. */
  after?: Id;
  /** `filter[test]` */
  test?: boolean;
}

type Query = Record<string, string | undefined>;

/** @throws 400 that names each bad parameter */
export function readPage(query: Query): Page {
  const faults: Fault[] = [];
  const limit = Number(query.limit);
  if (!/^\d{1,4}$/.test(query.limit ?? '') || limit < 1 || limit > 1000)
    faults.push({ field: 'limit', message: 'Is required, a whole number from 1 to 1000' });
  const before = cursor(query, 'before', faults);
  const after = cursor(query, 'after', faults);
  const text = query['filter[test]'];
  const test = text === undefined ? undefined : parseBoolean(text);
  if (text !== undefined && test === undefined)
    faults.push({ field: 'filter[test]', message: 'Must be a boolean' });
  if (faults.length > 0) throw invalid(faults);
  return { limit, before, after, test };
}

function cursor(query: Query, name: 'before' | 'after', faults: Fault[]): Id | undefined {
  const id = query[name]?.toLowerCase();
  if (!id) return undefined;
  if (!isId(id)) faults.push({ field: name, message: 'Must be an id, 24 hex characters' });
  return id;
}
