import schema from 'validator:merchantCreate';
import { newMerchantFaults } from '#domain/merchants/merchant.ts';
import { body } from '#http/body/body.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { present } from '#presenters/merchant.ts';
import type { Requests } from '#schemas/index.ts';
import { getApp } from '#store/merchants/apps.ts';
import { standingOf } from '#store/merchants/founders.ts';
import type { MerchantAccount } from '#store/merchants/merchants.ts';
import { admitMerchantOfUser } from '#store/merchants/unvouched-writes.ts';
import { foundMerchant } from '#usecases/accounts/found-merchant.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { requireRoom } from '#usecases/console/accept-by-sign-in.ts';

const validator = { ...schema, rules: newMerchantFaults };

const answer = (account: MerchantAccount) => ({ status: 201, body: { merchant: present(account) } });

/**
 * Makes another merchant for an owner of this one, who becomes its only member. It counts against the budget of the app whose
 * standing counts for this one. That app gets no access.
 */
export const makeAnother = consoleApi('POST /api/merchants/{merchantId}/merchants')
  .use(body<Requests['merchantCreate']>(validator))
  .use(idempotent())
  .handler(async (_, { caller, session: { email }, params: { merchantId }, body, idempotency }) => {
    const appId = await asMember(merchantId, caller, standingOf(merchantId, caller));
    await requireRoom(caller.id, body.test ?? false);
    const standing = (await getApp(appId)) ?? { id: appId };
    await admitMerchantOfUser(caller.id);
    const record = (account: MerchantAccount) => recordAnswer(idempotency, answer(account));
    return answer(await foundMerchant(body, { caller, email, merchantId, appId }, standing, record));
  });
