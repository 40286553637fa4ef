import { requireFound } from '#domain/outcome.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { passDeclines } from '#usecases/payments/pass-declines.ts';

/** Lets the payments of a merchant pass for an hour, although many were declined today. */
export const handler = florinApi('PUT /merchants/{merchantId}/declines/pass').handler(
  async (_, { caller, params: { merchantId } }) => {
    const merchant = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    await admitMerchantWrite(merchant);
    return { status: 200, body: { declines: await passDeclines(merchant, caller) } };
  },
);
