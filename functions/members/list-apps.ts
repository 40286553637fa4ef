import { api } from '#http/api.ts';
import { fill, readPage } from '#http/page.ts';
import type { App } from '#store/apps.ts';
import { listMembers } from '#store/members.ts';
import { asMember } from '#store/merchants.ts';
import { presentApp } from './present.ts';

/** `GET /merchants/<id>/apps` */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const page = readPage(query);
  const apps = fill(listMembers<App>(merchantId, 'app', page), page, presentApp);
  return { status: 200, body: await asMember(merchantId, appId, apps) };
});
