import type { UserCaller } from '#domain/caller.ts';
import { entryOf, isAudited } from '#domain/console/audit.ts';
import { type Id, newId } from '#domain/id.ts';
import { appendEntry, setStatus } from '#store/console/audit.ts';

/**
 * Writes a user's request into the merchant's audit log before the request has any effect, so that every effect has
 * an entry. The status of the answer is added when it is known.
 *
 * @param test whether the merchant is a test one
 */
export async function audit(merchantId: Id, caller: UserCaller, test: boolean): Promise<void> {
  const { request } = caller;
  if (!request || request.onAnswer || !isAudited(caller)) return;
  const entry = { entry: entryOf(newId(), merchantId, caller, request), stays: !test };
  request.onAnswer = (status) => setStatus(entry, status);
  await appendEntry(entry);
}

/**
 * Writes a user's change of their own passkeys into the audit log. It is stored once, and the logs of all merchants that the
 * user has joined show it, as the passkeys give access to all of them. Any stranger can invite the user to a merchant, so the
 * entry leaves out the network address, the device and the passkey, which the user's own mail has.
 */
export async function auditEverywhere(caller: UserCaller): Promise<void> {
  const { request } = caller;
  if (!request) return;
  const shown = { ...request, address: '', device: '', body: () => undefined };
  const entry = { entry: entryOf(newId(), undefined, caller, shown) };
  request.onAnswer = (status) => setStatus(entry, status);
  await appendEntry(entry);
}
