import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/payout.ts';
import { listPayouts } from '#store/ledger/payouts.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the payouts of a merchant. */
export const handler = florinApi('GET /merchants/{merchantId}/payouts', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) =>
    asMember(merchantId, caller, listAnswer(listPayouts(merchantId, pagination), pagination, present)),
  );
