import type { Id } from '#domain/id.ts';
import { refuse } from '#domain/outcome.ts';
import { anotherApp, leaveTo, OtherHasLeft, removeOtherApp } from '#store/members.ts';

/**
 * Ends an app's access to a merchant. Who removes another app stays a member itself; who removes itself leaves another
 * one behind.
 *
 * @throws Refused, NotFound, NoAccess
 */
export const removeApp = (merchantId: Id, appId: Id, member: Id): Promise<void> =>
  appId === member ? leave(merchantId, appId) : removeOtherApp(merchantId, appId, member);

/** Not the last one: users have no keys, so the money of a merchant without apps is out of reach. */
async function leave(merchantId: Id, appId: Id): Promise<void> {
  for (;;) {
    const other = await anotherApp(merchantId, appId);
    if (!other) return refuse('appId', 'The last app of a merchant cannot be removed; add another one first');
    try {
      return await leaveTo(other, merchantId, appId);
    } catch (error) {
      if (!(error instanceof OtherHasLeft)) throw error;
    }
  }
}
