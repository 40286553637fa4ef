import { firstOf } from './list.ts';
import { type Item, stream } from './read.ts';

/** The place of an item in a list that is ordered by the time of its next check. @param due milliseconds since 1970 */
export const dueAt = (due: number, id: string): string => `${new Date(due).toISOString()}#${id}`;

/** Items of the lists that are due, the longest waiting first. @param ofEach the most items from each list */
export async function dueItems<T>(
  lists: readonly string[],
  now: number,
  ofEach: number,
): Promise<(Item & T)[]> {
  const found = await Promise.all(
    lists.map((pk) =>
      firstOf(
        stream<T>({
          IndexName: 'list',
          KeyConditionExpression: 'listPk = :pk AND listSk < :now',
          ExpressionAttributeValues: { ':pk': pk, ':now': new Date(now).toISOString() },
          Limit: ofEach,
        }),
        ofEach,
      ),
    ),
  );
  return found.flat();
}
