import type { AuthorizationOutcome, MovementOutcome } from '../../functions/core/acquirer/acquirer.ts';
import { probes } from '../../functions/core/acquirer/stripe/setup/rights.ts';
import { authorize, card, connect, order, testKey } from './orders.ts';
import { type StandIn, startStandIn } from './stand-in/start.ts';

/** Starts a stand-in, connects the adapter to it, and hides what the adapter logs until the mocks are restored. */
export async function connectedStandIn(): Promise<StandIn> {
  const standIn = await startStandIn({ apiKey: testKey });
  connect(standIn.url);
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  return standIn;
}

/** The stand-in of the running test, if its file calls {@link useStandIn}. */
export let standIn: StandIn;

/** Starts a stand-in for each test of the file. */
export function useStandIn(): void {
  beforeEach(async () => {
    standIn = await connectedStandIn();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await standIn.close();
    expect(uncheckedRequests(standIn)).toEqual([]);
  });
}

/** The requests that the check of rights does not send, so that it could miss a right. */
function uncheckedRequests({ seen }: StandIn): string[] {
  const kindOf = (method: string, path: string, expanded: readonly string[] = []): string =>
    [method, path.replace(/\b(?!payment_|setup_|balance_)([a-z]+)_\w+/g, '$1'), ...expanded].join(' ');
  const checked = probes.map(({ method, path, form }) =>
    kindOf(method, `/v1/${path}`, form?.expand as string[] | undefined),
  );
  return seen
    .filter(({ path }) => !path.startsWith('/v1/webhook_endpoints'))
    .map(({ method, path, expanded }) => kindOf(method, path, expanded))
    .filter((kind) => !checked.includes(kind));
}

/** Replaces the stand-in by one with another clock. @param now milliseconds since 1970 */
export async function restartStandIn(now: () => number): Promise<void> {
  await standIn.close();
  standIn = await startStandIn({ apiKey: testKey, now });
  connect(standIn.url);
}

/** The outcome, which must be an approval. */
export function requireApproval<T extends AuthorizationOutcome | MovementOutcome>(
  outcome: T,
): Extract<T, { state: 'approved' }> {
  expect(outcome).toMatchObject({ state: 'approved' });
  return outcome as Extract<T, { state: 'approved' }>;
}

/** An authorized payment. */
export const authorizePayment = async (given = {}, number?: string) =>
  requireApproval(await authorize(order(given), card(number))).payment;
