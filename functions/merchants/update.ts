import check from 'check:merchantUpdate';
import type { MerchantUpdate } from '#domain/merchant.ts';
import { NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { asMember, findMerchant, updateMerchant } from '#store/merchants.ts';

/** `PUT /merchants/<id>`: name, e-mail and descriptor; all else is immutable. */
export const handler = api<MerchantUpdate>(async ({ appId, params: { merchantId = '' }, body }) => {
  const merchant = await asMember(merchantId, appId, findMerchant(merchantId));
  if (!merchant) throw new NotFound();
  const { name, email, descriptor } = body;
  await updateMerchant(merchant, appId, { name, email, descriptor });
  return { status: 204 };
}, check);
