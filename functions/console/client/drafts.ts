import { useState } from 'preact/hooks';

const drafts = new Map<string, unknown>();

/**
 * State that outlives its component, for entries that take long to make: a key that closes a dialog, or a session that has
 * ended, loses nothing. The tab's memory alone keeps it, until a reload.
 *
 * @param name names the draft and its user, as another user may sign in here later
 * @returns the draft, and a function that changes it, or forgets it if called without one
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
