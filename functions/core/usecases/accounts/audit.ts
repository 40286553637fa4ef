import type { UserCaller } from '#domain/caller.ts';
import { entryOf, isAudited } from '#domain/console/audit.ts';
import { type Id, newId } from '#domain/id.ts';
import { appendEntries, setStatus } from '#store/console/audit.ts';
import { membershipsOfUser } from '#store/merchants/user-merchants.ts';

/**
 * Writes a user's request into the merchant's audit log before the request has any effect, so that every effect has
 * an entry. The status of the answer is added when it is known.
 *
 * @param test whether the merchant is a test one
 */
export async function audit(merchantId: Id, caller: UserCaller, test: boolean): Promise<void> {
  const { request } = caller;
  if (!request || request.onAnswer || !isAudited(caller)) return;
  const entries = [{ entry: entryOf(newId(), merchantId, caller, request), test }];
  request.onAnswer = (status) => setStatus(entries, status);
  await appendEntries(entries);
}

/**
 * Writes a user's change of their own passkeys into the audit log of each merchant that the user is a member of, as
 * the passkeys give access to all of them. Any stranger can invite the user to a merchant and read its log, so the
 * entries leave out the network address, the device and the passkey, which the user's own mail has.
 */
export async function auditEverywhere(caller: UserCaller): Promise<void> {
  const { request } = caller;
  if (!request) return;
  const memberships = await membershipsOfUser(caller.id);
  const shown = { ...request, address: '', device: '', body: () => undefined };
  const entries = memberships.map(({ merchantId, test }) => ({
    entry: entryOf(newId(), merchantId, caller, shown),
    test,
  }));
  request.onAnswer = (status) => setStatus(entries, status);
  await appendEntries(entries);
}
