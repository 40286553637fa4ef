import type { AuthorizationOutcome, MovementOutcome } from '../../functions/core/acquirer/live.ts';
import { authorize, card, connect, order, testKey } from './orders.ts';
import { type StandIn, startStandIn } from './stand-in/start.ts';

/** Starts a stand-in, connects the adapter to it, and hides what the adapter logs until the mocks are restored. */
export async function connectedStandIn(): Promise<StandIn> {
  const standIn = await startStandIn({ apiKey: testKey });
  connect(standIn.url);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  return standIn;
}

/** The outcome, which must be an approval. */
export function approved<T extends AuthorizationOutcome | MovementOutcome>(
  outcome: T,
): Extract<T, { state: 'approved' }> {
  expect(outcome).toMatchObject({ state: 'approved' });
  return outcome as Extract<T, { state: 'approved' }>;
}

/** An authorized payment. */
export const authorized = async (given = {}, number?: string) =>
  approved(await authorize(order(given), card(number))).payment;
