import { useEffect, useRef, useState } from 'preact/hooks';

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

/** The entries of forms that were open when the session ended. */
const entries = new Map<string, unknown>();
let owner = '';
let hasEnded = false;

/** Begins the session of a user, and deletes the entries of another user. */
export function beginSession(userId: string): void {
  if (userId !== owner) entries.clear();
  owner = userId;
  hasEnded = false;
}

/** Is called before the pages of a user disappear because the session is over. */
export const endSession = (): void => {
  hasEnded = true;
};

/**
 * State of a form, which the user finds again if the session ends while the form is open, and the same user signs in again
 * in this tab. A form that the user closes forgets it. Only the tab's memory has the state.
 *
 * @param name undefined if the state is not kept
 */
export function useEntry<T>(name: string | undefined, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => (name && entries.has(name) ? (entries.get(name) as T) : initial));
  const latest = useRef({ name, value });
  latest.current = { name, value };
  useEffect(() => {
    if (name) entries.delete(name);
    return () => {
      const { name, value } = latest.current;
      if (hasEnded && name) entries.set(name, value);
    };
  }, []);
  return [value, setValue];
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
