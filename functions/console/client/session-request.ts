import { call, configure } from './api.ts';
import type { Session } from './types.ts';

let early: Promise<Session> | undefined;

/** Asks for the session while the texts of the page are still on their way. */
export function askEarly({ base }: { base: string }): void {
  configure({ base, signedOut: () => {} });
  early = call<Session>('GET', 'session');
  // The caller of `askForSession` gets the failure.
  early.catch(() => {});
}

/** The session of the user. @throws Refusal with 401 for a stranger, Unreachable */
export function askForSession(): Promise<Session> {
  const asked = early;
  early = undefined;
  return asked ?? call<Session>('GET', 'session');
}
