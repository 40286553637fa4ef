import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { presentAuditEntry } from '#presenters/console.ts';
import { listEntries } from '#store/console/audit.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists what users of the console have done at a merchant, the newest first. */
export const handler = consoleApi('GET /api/merchants/{merchantId}/audit', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) =>
    asMember(
      merchantId,
      caller,
      listAnswer(listEntries(merchantId, pagination), pagination, presentAuditEntry),
    ),
  );
