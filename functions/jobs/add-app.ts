import { isId } from '#domain/id.ts';
import { log } from '#observability/log.ts';
import { getApp } from '#store/merchants/apps.ts';
import { addMembership, isMember } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { limitedAppKey } from '#store/table/keys.ts';
import { discard, transact } from '#store/table/transact.ts';

/**
 * Makes an app a member of a merchant, with complete access. An operator runs this job with AWS credentials (docs/jobs.md). It is
 * the only way to restore access to a merchant whose last app has removed itself.
 */
export async function handler({ merchantId, appId }: { merchantId?: unknown; appId?: unknown }) {
  if (!isId(merchantId) || !isId(appId))
    throw new Error('Expected {"merchantId": "<its id>", "appId": "<the id of the app>"}');
  const [merchant, app] = await Promise.all([findMerchant(merchantId), getApp(appId)]);
  if (!merchant) throw new Error(`There is no merchant ${merchantId}`);
  if (!app) throw new Error(`There is no app ${appId}`);
  if (!(await isMember(merchantId, { kind: 'app', id: appId })))
    await transact([
      { item: addMembership(merchant, app) },
      { item: discard(limitedAppKey(merchantId, appId)) },
    ]);
  log('info', { merchantId, appId, added: true });
  return { merchantId, appId };
}
