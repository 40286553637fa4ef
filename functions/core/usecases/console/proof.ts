import type { UserCaller } from '#domain/caller.ts';
import { isMailed, isProven } from '#domain/console/proof.ts';
import { ProofMissing } from '#domain/outcome.ts';
import { passkeysOf } from '#store/console/passkeys.ts';

/**
 * Requires that the user of a session has proven in the last minutes to be the one who has signed in.
 *
 * @throws ProofMissing, which says how the user can do it
 */
export async function assertProof({ id, request }: UserCaller): Promise<void> {
  const [proofs, now] = [request?.proofs ?? {}, Date.now()];
  if (isProven(proofs, now)) return;
  const hasPasskey = (await passkeysOf(id)).length > 0;
  if (hasPasskey || !isMailed(proofs, now)) throw new ProofMissing(hasPasskey ? 'passkey' : 'link');
}
