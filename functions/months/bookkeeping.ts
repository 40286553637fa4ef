import { bookkeepingOf } from '#domain/ledger/bookkeeping.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { readBookkeeping } from '#store/months/bookkeeping.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Returns the accounts of a merchant in each bookkeeping program. */
export const handler = florinApi('GET /merchants/{merchantId}/bookkeeping').handler(
  async (_, { caller, params: { merchantId } }) => {
    const { change } = await asMember(merchantId, caller, readBookkeeping(merchantId));
    return { status: 200, body: { bookkeeping: bookkeepingOf(change) } };
  },
);
