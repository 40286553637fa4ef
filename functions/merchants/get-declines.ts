import { requireFound } from '#domain/outcome.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { declinesOf } from '#usecases/payments/pass-declines.ts';

/** Returns the declines of a merchant today, and whether they limit its payments. */
export const handler = florinApi('GET /merchants/{merchantId}/declines').handler(
  async (_, { caller, params: { merchantId } }) => {
    const merchant = await asMember(merchantId, caller, findMerchant(merchantId));
    return { status: 200, body: { declines: await declinesOf(requireFound(merchant)) } };
  },
);
