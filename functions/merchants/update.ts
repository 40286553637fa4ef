import schema from 'validator:merchantUpdate';
import { type MerchantUpdate, merchantFaults } from '#domain/merchant.ts';
import { found } from '#domain/outcome.ts';
import { body } from '#http/body.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { findMerchant, updateMerchant } from '#store/merchants.ts';
import { asMember } from '#usecases/membership.ts';

const validator = { ...schema, rules: merchantFaults };

/** What may change of a merchant (`changeable`); all else is immutable. */
export const handler = merchantsApi('PUT /merchants/{merchantId}')
  .use(body<MerchantUpdate>(validator))
  .handler(async (_, { appId, params: { merchantId }, body }) => {
    const merchant = found(await asMember(merchantId, appId, findMerchant(merchantId)));
    await updateMerchant(merchant, appId, body);
    return { status: 204 };
  });
