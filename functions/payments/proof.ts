import type { Proof } from '#domain/payment.ts';
import { posError } from '#http/pos.ts';
import { open, seal } from '#vault/seal.ts';

/** A proof for the client's list of hints. It is good for this payment alone, and for an hour. */
export const sealProof = (digest: string, proof: Proof): Promise<string> =>
  seal('hint', JSON.stringify({ digest, proof }));

/** @throws TOKEN_INVALID for a hint that is not of this payment, was tampered with or has expired */
export async function openProof(hint: string, digest: string): Promise<Proof> {
  const opened = await open('hint', hint);
  const content =
    'value' in opened ? (JSON.parse(opened.value) as { digest: string; proof: Proof }) : undefined;
  if (content?.digest !== digest)
    throw posError('TOKEN_INVALID', 'hints: this hint is not of this payment, or has expired');
  return content.proof;
}
