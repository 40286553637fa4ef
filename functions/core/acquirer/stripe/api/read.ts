import { type Ask, ask } from './client.ts';
import type { List } from './shapes.ts';

export type FindResult<T> =
  | { state: 'found'; item: T }
  | { state: 'absent' }
  | { state: 'unknown'; cause: string };

/**
 * The objects on a page, the most pages of a search, and the most pages of a whole list: a payment has at most 10,000
 * captures and refunds.
 */
const limits = { page: 100, pages: 10, all: 110 } as const;

/**
 * Finds the first matching object of a list, newest first (https://docs.stripe.com/api/pagination). If the list is
 * longer than what was read, an object that was not found may still exist.
 *
 * @param isPast whether an object is so old that no later object in the list can match
 */
export async function findIn<T extends { id: string }>(
  { form, ...list }: Ask,
  matches: (item: T) => boolean,
  isPast: (item: T) => boolean = () => false,
): Promise<FindResult<T>> {
  let starting_after: string | undefined;
  for (let page = 0; page < limits.pages; page++) {
    const answer = await ask<List<T>>({ ...list, form: { ...form, limit: limits.page, starting_after } });
    if (answer.state !== 'done') return { state: 'unknown', cause: causeOf(answer) };
    const { data, has_more } = answer.body;
    const item = data.find(matches);
    if (item) return { state: 'found', item };
    if (!has_more || data.some(isPast)) return { state: 'absent' };
    starting_after = data.at(-1)?.id;
  }
  return { state: 'unknown', cause: 'Too many to look through' };
}

/**
 * All objects of a list, newest first.
 *
 * @throws if Stripe does not answer, or the list is longer than a payment's can be
 */
export async function allOf<T extends { id: string }>(list: Ask): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < limits.all; page++) {
    const { items, next } = await pageOf<T>(list, cursor);
    all.push(...items);
    if (next === undefined) return all;
    cursor = next;
  }
  throw new Error(`Stripe does not show ${list.path}: too many to read`);
}

/**
 * A page of a list that is read page by page, newest first.
 *
 * @param cursor the `next` of the page before; absent at first, and after the last page
 * @throws if Stripe does not answer: the job of the caller runs again
 */
export async function pageOf<T extends { id: string }>(
  { form, ...list }: Ask,
  cursor: string | undefined,
): Promise<{ items: T[]; next?: string }> {
  const answer = await ask<List<T>>({
    ...list,
    form: { ...form, limit: limits.page, starting_after: cursor },
  });
  if (answer.state !== 'done') throw new Error(`Stripe does not show ${list.path}: ${causeOf(answer)}`);
  const { data, has_more } = answer.body;
  // Without an id there is no cursor, and the list would seem to end here.
  if (data.some(({ id }) => typeof id !== 'string')) throw new Error(`Stripe shows ${list.path} without ids`);
  return { items: data, next: has_more ? data.at(-1)?.id : undefined };
}

/**
 * Reads an object; undefined if Stripe does not have it.
 *
 * @throws if Stripe does not answer: the job of the caller runs again
 */
export async function retrieve<T>(request: Ask): Promise<T | undefined> {
  const answer = await ask<T>(request);
  if (answer.state === 'refused' && answer.status === 404) return undefined;
  if (answer.state !== 'done') throw new Error(`Stripe does not show ${request.path}: ${causeOf(answer)}`);
  return answer.body;
}

/**
 * Returns the cause of an unanswered question, with Stripe's message for an operator. A refusal says nothing about the
 * object in question.
 */
export const causeOf = (
  answer:
    | { state: 'unknown'; cause: string }
    | { state: 'refused'; status: number; error: { code?: string; message?: string } },
): string => {
  if (answer.state === 'unknown') return answer.cause;
  const { status, error } = answer;
  return [[status, error.code].filter(Boolean).join(' '), error.message].filter(Boolean).join(': ');
};
