import schema from 'validator:appLimit';
import { limitFaults, limitsOf } from '#domain/merchants/app-limits.ts';
import { refuse, requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import type { Requests } from '#schemas/index.ts';
import { setLimits } from '#store/merchants/limited-apps.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Replaces the limits of an app. An app cannot change its own, so that a mistake does not lock its owner out. */
export const handler = florinApi('PUT /merchants/{merchantId}/apps/{appId}')
  .use(body<Requests['appLimit']>({ ...schema, rules: limitFaults }))
  .handler(async (_, { caller, params: { merchantId, appId }, body }) => {
    const merchant = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    if (caller.id === appId) refuse('role', 'Another app or an owner changes the limits of this app');
    await admitMerchantWrite(merchant);
    await setLimits(merchant, caller, appId, limitsOf(body));
    return { status: 204 };
  });
