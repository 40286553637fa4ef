import { call, configure } from './api.ts';
import type { Session } from './types.ts';

let early: Promise<Session> | undefined;

/** Requests the session while the texts of the page are still loading. */
export function askEarly({ base }: { base: string }): void {
  configure({ base, signedOut: () => {} });
  early = call<Session>('GET', 'session');
  // Only the caller of `askForSession` handles a failure.
  early.catch(() => {});
}

/** The session of the user. @throws Refusal with 401 for a stranger, Unreachable */
export function askForSession(): Promise<Session> {
  const asked = early;
  early = undefined;
  return asked ?? call<Session>('GET', 'session');
}
