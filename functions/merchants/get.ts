import { NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { asMember, getMerchant } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /merchants/<id>`. */
export const handler = api(async ({ appId, params: { merchantId = '' } }) => {
  const merchant = await asMember(merchantId, appId, getMerchant(merchantId));
  if (!merchant) throw new NotFound();
  return { status: 200, body: { merchant: present(merchant) } };
});
