import validator from 'validator:appAdd';
import { refuse, requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import type { Requests } from '#schemas/index.ts';
import { getApp } from '#store/merchants/apps.ts';
import { addApp, appMembershipOf } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Gives another app complete access to the merchant. */
export const handler = merchantsApi('POST /merchants/{merchantId}/apps')
  .use(body<Requests['appAdd']>(validator))
  .use(idempotent())
  .handler(async (_, { caller, params: { merchantId }, body, idempotency }) => {
    const [merchant, app] = await Promise.all([
      asMember(merchantId, caller, findMerchant(merchantId)),
      getApp(body.appId),
    ]);
    if (!app) return refuse('appId', 'There is no such app');
    const found = requireFound(merchant);
    // A second addition changes nothing, so it does not lift the app's limits.
    if (app.hasLimits && (await appMembershipOf(merchantId, app.id))?.revision) return { status: 201 };
    await admitMerchantWrite(found);
    const answer = { status: 201 };
    await addApp(found, caller, app, recordAnswer(idempotency, answer));
    return answer;
  });
