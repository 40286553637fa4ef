import { minute } from '#basics/time.ts';
import type { UserRequest } from '../caller.ts';
import { unconfirmed } from '../merchants/access.ts';

/** Whether a route of the console asks for a step-up: the user must confirm their identity first. Every change asks unless its row says otherwise. */
export const needsStepUp = (route: string): boolean =>
  !route.startsWith('GET ') && !unconfirmed.includes(route);

type StepUps = UserRequest['stepUps'];

/** Whether the user has confirmed their identity with a passkey in the last 5 minutes. */
export const hasRecentPasskey = ({ proven }: StepUps, now: number): boolean =>
  proven !== undefined && now - proven < 5 * minute;

/**
 * Whether the user has signed in with a mailed link in the last 10 minutes. This counts only for users without a
 * passkey.
 */
export const hasRecentLink = ({ mailed }: StepUps, now: number): boolean =>
  mailed !== undefined && now - mailed < 10 * minute;
