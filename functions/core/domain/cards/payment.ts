/** How far a simulated 3-D Secure authentication gets. */
export type TdsStatus = 'authenticated' | 'rejected' | 'unavailable' | 'attempted';

/** Steers the simulated challenges (wire contract, section 3: `test`). */
export interface ChallengeOptions {
  fingerprint?: 'success' | 'timeout';
  tds?: { fingerprint?: 'success' | 'timeout' | 'unavailable'; challenge?: boolean; status?: TdsStatus };
}

/** The proof of a completed challenge. A fingerprint that has only begun counts too, as its iframe may time out. */
export type Proof =
  | { challenge: 'fingerprint' | 'tds-fingerprint'; result: 'begun' | 'success' }
  | { challenge: 'tds'; result: TdsStatus }
  | { challenge: 'begin'; result: 'begun' }
  /** The customer came back from their bank, or has left it without an answer. */
  | { challenge: 'bank'; result: 'returned' | 'left' };

export const challenges = {
  fingerprint: 'background-iframe',
  'tds-fingerprint': 'background-iframe',
  'tds-challenge': 'iframe',
  'tds-frictionless': 'fetch',
  begin: 'fetch',
} as const;

export type ChallengeName = keyof typeof challenges;

export const isChallenge = (name: string | undefined): name is ChallengeName =>
  name !== undefined && Object.hasOwn(challenges, name);

/**
 * The challenge that a payment has to meet next; undefined when it has met all of them. A frictionless 3-D Secure
 * needs no iframe at all, so that a server can pay in test mode.
 */
export function nextChallenge(
  { tds }: ChallengeOptions,
  proofs: readonly Proof[],
): ChallengeName | undefined {
  const met = new Set(proofs.map(({ challenge }) => challenge));
  if (met.has('tds')) return undefined;
  if (tds?.challenge === false) return 'tds-frictionless';
  if (!met.has('fingerprint')) return 'fingerprint';
  if (tds?.fingerprint !== 'unavailable' && !met.has('tds-fingerprint')) return 'tds-fingerprint';
  return 'tds-challenge';
}

/**
 * Likewise for real money, where the acquirer says what its customer's bank wants: a payment begins with a proof that
 * tells its repeats, and pays once.
 */
export const nextLiveChallenge = (proofs: readonly Proof[]): ChallengeName | undefined =>
  proofs.some(({ challenge }) => challenge === 'begin') ? undefined : 'begin';

/** The result of 3-D Secure among the proofs; the newest counts. */
export const tdsStatus = (proofs: readonly Proof[]): TdsStatus | undefined =>
  proofs.findLast((proof) => proof.challenge === 'tds')?.result as TdsStatus | undefined;

/** Whether the customer does not want to answer their bank any more. */
export const hasLeft = (proofs: readonly Proof[]): boolean => proofs.some(({ result }) => result === 'left');
