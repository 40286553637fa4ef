import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { presentUser } from '#presenters/member.ts';
import { listUsers } from '#store/merchants/members.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the people who are members of a merchant. */
export const handler = merchantsApi('GET /merchants/{merchantId}/users', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) =>
    asMember(merchantId, caller, listAnswer(listUsers(merchantId, pagination), pagination, presentUser)),
  );
