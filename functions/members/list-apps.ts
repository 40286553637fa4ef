import { api } from '#http/api.ts';
import { paginate, readPagination } from '#http/pagination.ts';
import type { App } from '#store/apps.ts';
import { listMembers } from '#store/members.ts';
import { asMember } from '#store/merchants.ts';
import { presentApp } from './present.ts';

/** `GET /merchants/<id>/apps` */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const pagination = readPagination(query);
  const apps = paginate(listMembers<App>(merchantId, 'app', pagination), pagination, presentApp);
  return { status: 200, body: await asMember(merchantId, appId, apps) };
});
