import { useState } from 'preact/hooks';

const drafts = new Map<string, unknown>();

/**
 * State that outlives its component, for entries that take long to type: they survive a closed dialog and the end of the
 * session. Only the tab's memory has this state, so a reload loses it.
 *
 * @param name names the draft and its user, as another user may sign in later
 * @returns the draft, and a function that changes it, or deletes it if called without an argument
 */
export function useDraft<T extends object>(name: string, empty: T): [T, (draft?: T) => void] {
  const [draft, setDraft] = useState(() => (drafts.get(name) ?? empty) as T);
  const set = (next?: T) => {
    if (next) drafts.set(name, next);
    else drafts.delete(name);
    setDraft(next ?? empty);
  };
  return [draft, set];
}

/**
 * The fields that have changed. Only they are sent, so that two people or tabs that change different fields do not undo each
 * other's work.
 *
 * @param textOf the text by which two values of a field are compared
 */
export const changesOf = <T extends object>(
  before: T,
  now: T,
  textOf: (value: unknown) => string | undefined = (value) => JSON.stringify(value),
): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => textOf(value) !== textOf(before[name as keyof T])),
  ) as Partial<T>;
