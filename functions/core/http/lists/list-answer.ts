import { printJson } from '#basics/print-json.ts';
import type { Answer } from '../answer/answer.ts';
import type { Pagination } from './list-query.ts';

/**
 * In bytes. Lambda accepts a response of 6 MB, which contains the body as a JSON text, so that each quotation mark in
 * the body counts twice.
 */
const most = { bytes: 4 * 1024 * 1024, text: 5.5 * 1024 * 1024 };

/** Answers with the page of a list that {@link paginate} returns. */
export const listAnswer = async <T, S>(
  things: AsyncIterable<T> | Iterable<T>,
  pagination: Pick<Pagination, 'limit'>,
  present: (thing: T) => S,
  print?: (shown: S) => string,
): Promise<Answer> => ({ status: 200, body: await paginate(things, pagination, present, print) });

/**
 * Returns the first items of a list as they are shown: `limit` items, or fewer if the next one would make the page too
 * large, but always one if the list has any. Reads no further than the page needs.
 *
 * @param print writes an item as the JSON text that the answer will contain
 */
export async function paginate<T, S>(
  things: AsyncIterable<T> | Iterable<T>,
  { limit }: Pick<Pagination, 'limit'>,
  present: (thing: T) => S,
  print: (shown: S) => string = printJson,
): Promise<S[]> {
  const page: S[] = [];
  const size = { bytes: 0, text: 0 };
  for await (const thing of things) {
    const shown = present(thing);
    const printed = print(shown);
    size.bytes += Buffer.byteLength(printed) + 2; // for the comma and the line break
    size.text += Buffer.byteLength(JSON.stringify(printed)) + 2;
    if (page.length > 0 && (size.bytes > most.bytes || size.text > most.text)) break;
    if (page.push(shown) === limit) break;
  }
  return page;
}
