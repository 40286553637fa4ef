import type { Proof } from '#domain/cards/payment.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { posError } from '#http/pos-api.ts';
import { fingerprintOf } from '#idempotency/fingerprint.ts';
import type { Requests } from '#schemas/index.ts';
import { open, seal } from '#vault/seal.ts';
import { labelOf, type SealType } from '#vault/token.ts';

/**
 * The proof that completes the challenges has a type of its own, and can be used for one payment only: that of 3-D
 * Secure, or for real money the one that it begins with.
 */
const typeOf = ({ challenge }: Proof): SealType =>
  challenge === 'tds' || challenge === 'begin' ? 'tds' : 'hint';

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
 * The idempotency of a payment by its proof of 3-D Secure, which is read before it is opened: a proof pays once. Hints
 * are left out, so that others of them, or another order, make no other payment. Undefined without a proof.
 *
 * @throws TOKEN_INVALID where there are several
 */
export function payingProof({ hints = [], ...payment }: Requests['payment']): Idempotency | undefined {
  const labels = new Set(hints.flatMap((hint) => labelOf('tds', hint) ?? []));
  if (labels.size > 1)
    throw badHint('a payment takes the outcome of one 3-D Secure challenge, not of several');
  const [key] = labels;
  return key === undefined ? undefined : { scope: 'proof', key, fingerprint: fingerprintOf(payment) };
}

export const badHint = (message: string) => posError('TOKEN_INVALID', `hints: ${message}`);
