import schema from 'validator:merchantCreate';
import { newMerchantFaults } from '#domain/merchants/merchant.ts';
import { requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { present } from '#presenters/merchant.ts';
import type { Requests } from '#schemas/index.ts';
import { getApp } from '#store/merchants/apps.ts';
import type { MerchantAccount } from '#store/merchants/merchants.ts';
import { foundMerchant } from '#usecases/accounts/found-merchant.ts';

const validator = { ...schema, rules: newMerchantFaults };

const answer = (account: MerchantAccount) => ({ status: 201, body: { merchant: present(account) } });

/** Makes a merchant account. The calling app becomes its first member. */
export const handler = merchantsApi('POST /merchants')
  .use(body<Requests['merchantCreate']>(validator))
  .use(idempotent())
  .handler(async (_, { caller, body, idempotency }) => {
    const app = requireFound(await getApp(caller.id));
    const record = (account: MerchantAccount) => recordAnswer(idempotency, answer(account));
    return answer(await foundMerchant(body, app, app, record));
  });
