import { api } from '#http/api.ts';
import { fill, readPage } from '#http/page.ts';
import type { User } from '#store/members.ts';
import { listMembers } from '#store/members.ts';
import { asMember } from '#store/merchants.ts';
import { presentUser } from './present.ts';

/** `GET /merchants/<id>/users` */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const page = readPage(query);
  const users = fill(listMembers<User>(merchantId, 'user', page), page, presentUser);
  return { status: 200, body: await asMember(merchantId, appId, users) };
});
