import type { UserCaller } from '#domain/caller.ts';
import { entryOf, isAudited } from '#domain/console/audit.ts';
import { type Id, newId } from '#domain/id.ts';
import { appendEntry, setStatus } from '#store/audit.ts';

/**
 * Writes a user's request into the merchant's audit log, before it has any effect, and the status of its answer when the
 * answer is known. So nothing happens that the log does not have.
 *
 * @param test whether the merchant is a test one
 */
export async function audit(merchantId: Id, caller: UserCaller, test: boolean): Promise<void> {
  const { request } = caller;
  if (!request || request.onAnswer || !isAudited(caller)) return;
  const entry = entryOf(newId(), merchantId, caller, request);
  request.onAnswer = (status) => setStatus(entry, status);
  await appendEntry(entry, test);
}
