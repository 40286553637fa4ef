/** The result of a simulated 3-D Secure authentication. */
export type TdsStatus = 'authenticated' | 'rejected' | 'unavailable' | 'attempted';

/** Steers the simulated challenges (wire contract, section 3: `test`). */
export interface ChallengeOptions {
  fingerprint?: 'success' | 'timeout';
  tds?: { fingerprint?: 'success' | 'timeout' | 'unavailable'; challenge?: boolean; status?: TdsStatus };
}

/**
 * The proof of a completed challenge. A fingerprint that was only started also counts, as its iframe may time out.
 */
export type ChallengeProof =
  | { challenge: 'fingerprint' | 'tds-fingerprint'; result: 'begun' | 'success' }
  | { challenge: 'tds'; result: TdsStatus }
  | { challenge: 'begin'; result: 'begun' }
  /** The customer has come back from their bank, or has abandoned the bank's page. */
  | { challenge: 'bank'; result: 'returned' | 'left'; brought?: ReturnData };

/**
 * The data that a customer's browser has brought back from their bank, by name. The customer can change it: only the
 * acquirer can say whether it is true.
 */
export type ReturnData = Record<string, string>;

/** In characters of JSON. A proof with data of this length is still shorter than the limit of a hint. */
const mostReturnData = 2048;

/**
 * Returns the parameters with these names; undefined if there are none, or if they are too long or contain other
 * characters than printable ASCII.
 */
export function readReturnData(
  names: readonly string[],
  parameters: Record<string, string | undefined> | null | undefined,
): ReturnData | undefined {
  const brought: ReturnData = {};
  for (const name of names) {
    const value = parameters?.[name];
    if (value) brought[name] = value;
  }
  const values = Object.values(brought);
  const isPlain = values.every((value) => /^[ -~]+$/.test(value));
  const isShort = JSON.stringify(brought).length <= mostReturnData;
  return values.length > 0 && isPlain && isShort ? brought : undefined;
}

/** The newest data that the customer has brought back from their bank. */
export const latestReturnData = (proofs: readonly ChallengeProof[]): ReturnData | undefined =>
  proofs.findLast((proof): proof is Extract<ChallengeProof, { challenge: 'bank' }> => 'brought' in proof)
    ?.brought;

export const challenges = {
  fingerprint: 'background-iframe',
  'tds-fingerprint': 'background-iframe',
  'tds-challenge': 'iframe',
  'tds-frictionless': 'fetch',
  begin: 'fetch',
  /** The customer agrees in the app or on the page of a method, outside of the payment page. */
  method: 'redirect',
} as const;

export type ChallengeName = keyof typeof challenges;

export const isChallenge = (name: string | undefined): name is ChallengeName =>
  name !== undefined && Object.hasOwn(challenges, name);

/**
 * The next challenges: a client performs one of them, and the best comes first. The list is empty when the proofs
 * suffice. A frictionless 3-D Secure needs no iframe, so that servers can pay in test mode without a browser. The
 * engines of the original acquirer for Android, iOS and Flutter show two iframes at most: for them `tds-fingerprint`
 * replaces both fingerprints.
 */
export function nextChallenges(
  { tds }: ChallengeOptions,
  proofs: readonly ChallengeProof[],
): ChallengeName[] {
  const met = new Set(proofs.map(({ challenge }) => challenge));
  if (met.has('tds')) return [];
  if (tds?.challenge === false) return ['tds-frictionless'];
  if (met.has('tds-fingerprint')) return ['tds-challenge'];
  const fingerprinted = met.has('fingerprint');
  if (tds?.fingerprint === 'unavailable') return [fingerprinted ? 'tds-challenge' : 'fingerprint'];
  return fingerprinted ? ['tds-fingerprint'] : ['fingerprint', 'tds-fingerprint'];
}

/**
 * The next challenge of a payment of real money. The acquirer decides about 3-D Secure, so there is only one
 * challenge. Its proof identifies repeats of the payment, and can pay only once.
 */
export const nextLiveChallenges = (proofs: readonly ChallengeProof[]): ChallengeName[] =>
  proofs.some(({ challenge }) => challenge === 'begin') ? [] : ['begin'];

/** The newest result of 3-D Secure among the proofs. */
export const tdsStatus = (proofs: readonly ChallengeProof[]): TdsStatus | undefined =>
  proofs.findLast((proof) => proof.challenge === 'tds')?.result as TdsStatus | undefined;

/** Whether the customer has left their bank without an answer. */
export const hasLeft = (proofs: readonly ChallengeProof[]): boolean =>
  proofs.some(({ result }) => result === 'left');
