import { api } from '#http/api.ts';
import { readPage } from '#http/page.ts';
import { listLines } from '#store/lines.ts';
import { asMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /merchants/<id>/lines`. */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const lines = await asMember(merchantId, appId, listLines(merchantId, readPage(query)));
  return { status: 200, body: lines.map(present) };
});
