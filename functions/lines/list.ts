import { listAnswer } from '#http/lists/list-answer.ts';
import { lineQuery, pagination } from '#http/lists/list-query.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/line.ts';
import { listLines } from '#store/ledger/lines.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the lines of a merchant’s ledger. */
export const handler = merchantsApi('GET /merchants/{merchantId}/lines', lineQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) =>
    asMember(merchantId, caller, listAnswer(listLines(merchantId, pagination), pagination, present)),
  );
