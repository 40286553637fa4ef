import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { presentApp } from '#presenters/member.ts';
import { listAppsWithUses } from '#store/merchants/app-uses.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the apps that are members of a merchant. */
export const handler = merchantsApi('GET /merchants/{merchantId}/apps', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) =>
    asMember(
      merchantId,
      caller,
      listAnswer(listAppsWithUses(merchantId, pagination), pagination, presentApp),
    ),
  );
