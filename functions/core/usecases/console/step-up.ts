import type { UserCaller } from '#domain/caller.ts';
import { hasRecentLink, hasRecentPasskey } from '#domain/console/step-up.ts';
import { StepUpMissing } from '#domain/outcome.ts';
import { passkeysOf } from '#store/console/passkeys.ts';

/**
 * Requires that the user has confirmed their identity within the last minutes (a step-up). A user who has a passkey
 * must use it: for them, a recent link from a mail does not suffice.
 *
 * @throws StepUpMissing, which says whether the user needs a passkey or a link
 */
export async function assertStepUp({ id, request }: UserCaller): Promise<void> {
  const [stepUps, now] = [request?.stepUps ?? {}, Date.now()];
  if (hasRecentPasskey(stepUps, now)) return;
  const hasPasskey = (await passkeysOf(id)).length > 0;
  if (hasPasskey || !hasRecentLink(stepUps, now)) throw new StepUpMissing(hasPasskey ? 'passkey' : 'link');
}
