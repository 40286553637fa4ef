import { api } from '#http/api.ts';
import { readPage } from '#http/page.ts';
import type { User } from '#store/members.ts';
import { listMembers } from '#store/members.ts';
import { asMember } from '#store/merchants.ts';
import { presentUser } from './present.ts';

/** `GET /merchants/<id>/users` */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const users = await asMember(merchantId, appId, listMembers(merchantId, 'user', readPage(query)));
  return { status: 200, body: users.map((item) => presentUser(item as unknown as User)) };
});
