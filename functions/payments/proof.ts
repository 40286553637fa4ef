import type { Proof } from '#domain/payment.ts';
import { posError } from '#http/pos.ts';
import { labelOf, open, type SealType, seal } from '#vault/seal.ts';

/** 3-D Secure ends the challenges: its proof can be told from the others, as it pays. */
const typeOf = ({ challenge }: Proof): SealType => (challenge === 'tds' ? 'tds' : 'hint');

/** A proof for the client's list of hints. It is good for this payment alone, and for an hour. */
export const sealProof = (digest: string, proof: Proof): Promise<string> =>
  seal(typeOf(proof), JSON.stringify({ digest, proof }));

/** @throws TOKEN_INVALID for a hint that is not of this payment, was tampered with or has expired */
export async function openProof(hint: string, digest: string): Promise<Proof> {
  const opened = await open(labelOf('tds', hint) ? 'tds' : 'hint', hint);
  const content =
    'value' in opened ? (JSON.parse(opened.value) as { digest: string; proof: Proof }) : undefined;
  if (content?.digest !== digest) throw badHint('this hint is not of this payment, or has expired');
  return content.proof;
}

/**
 * What the payment's proof of 3-D Secure is known by, before it is opened: it pays once. Undefined where there is none
 * yet.
 *
 * @throws TOKEN_INVALID where there are several
 */
export function payingProof(hints: readonly string[]): string | undefined {
  const labels = new Set(hints.flatMap((hint) => labelOf('tds', hint) ?? []));
  if (labels.size > 1)
    throw badHint('a payment takes the outcome of one 3-D Secure challenge, not of several');
  return [...labels][0];
}

export const badHint = (message: string) => posError('TOKEN_INVALID', `hints: ${message}`);
