import type { Session } from '../values/types.ts';
import { call, configure } from './api.ts';

let early: Promise<Session> | undefined;

/** Requests the session while the texts of the page are still loading. */
export function askEarly({ base }: { base: string }): void {
  configure({ base, signedOut: () => {} });
  early = request();
  // Only the caller of `askForSession` handles a failure.
  early.catch(() => {});
}

/** The session of the user. @throws Refusal with 401 for a stranger, Unreachable */
export function askForSession(): Promise<Session> {
  const asked = early;
  early = undefined;
  return asked ?? request();
}

/**
 * After a refusal, the console requests the session, as the user may have another role by now. A firewall may refuse
 * this request, too, which must then not be repeated.
 */
const request = (): Promise<Session> => call<Session>('GET', 'session', { asksForRights: true });
