import { api } from '#http/api.ts';
import { paginate, readPagination } from '#http/pagination.ts';
import type { User } from '#store/members.ts';
import { listMembers } from '#store/members.ts';
import { asMember } from '#store/merchants.ts';
import { presentUser } from './present.ts';

/** `GET /merchants/<id>/users` */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const pagination = readPagination(query);
  const users = paginate(listMembers<User>(merchantId, 'user', pagination), pagination, presentUser);
  return { status: 200, body: await asMember(merchantId, appId, users) };
});
