import { api } from '#http/api.ts';
import { readPage } from '#http/page.ts';
import type { App } from '#store/apps.ts';
import { listMembers } from '#store/members.ts';
import { asMember } from '#store/merchants.ts';
import { presentApp } from './present.ts';

/** `GET /merchants/<id>/apps` */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const apps = await asMember(merchantId, appId, listMembers(merchantId, 'app', readPage(query)));
  return { status: 200, body: apps.map((item) => presentApp(item as unknown as App)) };
});
