import { requireFound } from '#domain/outcome.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/merchant.ts';
import { getMerchant } from '#store/merchants/merchants.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Returns a merchant with its present balance. */
export const handler = merchantsApi('GET /merchants/{merchantId}').handler(
  async (_, { caller, params: { merchantId } }) => {
    const merchant = requireFound(await asMember(merchantId, caller, getMerchant(merchantId)));
    return { status: 200, body: { merchant: present(merchant) } };
  },
);
