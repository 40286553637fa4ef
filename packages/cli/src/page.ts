import type { ListQuery } from '../../florin/src/index.ts';
import { type Input, text } from './command.ts';
import { UsageError } from './failures.ts';

/** Reads the flags that choose a page of a list. The API checks ids and dates. */
export function pageOf(input: Input): ListQuery {
  const limit = text(input, 'limit') ?? '20';
  if (!/^[1-9]\d{0,2}$/.test(limit)) throw new UsageError('`--limit` must be a number from 1 to 999.');
  const optionalField = (name: string) => {
    const value = text(input, name);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    limit: Number(limit),
    ...optionalField('before'),
    ...optionalField('after'),
    filter: { ...optionalField('from'), ...optionalField('to') },
  };
}
