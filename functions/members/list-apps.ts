import { merchantsApi } from '#http/merchants-api.ts';
import { listAnswer, listQuery, paginated } from '#http/pagination.ts';
import { presentApp } from '#presenters/member.ts';
import { listApps } from '#store/members.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the apps that are members of a merchant. */
export const handler = merchantsApi('GET /merchants/{merchantId}/apps', listQuery)
  .use(paginated())
  .handler(async (_, { appId, params: { merchantId }, pagination }) =>
    asMember(merchantId, appId, listAnswer(listApps(merchantId, pagination), pagination, presentApp)),
  );
