import schema from 'validator:bookkeepingChange';
import { bookkeepingOf, changeBookkeeping } from '#domain/ledger/bookkeeping.ts';
import { requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import type { Requests } from '#schemas/index.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { readBookkeeping, storeBookkeeping } from '#store/months/bookkeeping.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Changes the accounts. Only the fields in the request change, and an empty text restores a default. */
export const handler = florinApi('PUT /merchants/{merchantId}/bookkeeping')
  .use(body<Requests['bookkeepingChange']>(schema))
  .handler(async (_, { caller, params: { merchantId }, body }) => {
    const reading = Promise.all([findMerchant(merchantId), readBookkeeping(merchantId)]);
    const [merchant, stored] = await asMember(merchantId, caller, reading);
    await admitMerchantWrite(requireFound(merchant));
    const change = changeBookkeeping(stored.change, body);
    await storeBookkeeping(merchantId, caller, stored, change);
    return { status: 200, body: { bookkeeping: bookkeepingOf(change) } };
  });
