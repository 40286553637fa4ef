import validator from 'validator:merchantUpdate';
import type { MerchantUpdate } from '#domain/merchant.ts';
import { found } from '#domain/outcome.ts';
import { body } from '#http/body.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { findMerchant, updateMerchant } from '#store/merchants.ts';
import { asMember } from '#usecases/membership.ts';

/** Name, e-mail, descriptor, and whether payments are captured at once; all else is immutable. */
export const handler = merchantsApi('PUT /merchants/{merchantId}')
  .use(body<MerchantUpdate>(validator))
  .handler(async (_, { appId, params: { merchantId }, body: { name, email, descriptor, capture } }) => {
    const merchant = found(await asMember(merchantId, appId, findMerchant(merchantId)));
    await updateMerchant(merchant, appId, { name, email, descriptor, capture });
    return { status: 204 };
  });
