import { api } from '#http/api.ts';
import { fill, readPage } from '#http/page.ts';
import { listLines } from '#store/lines.ts';
import { asMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /merchants/<id>/lines`. */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const page = readPage(query);
  const lines = fill(listLines(merchantId, page), page, present);
  return { status: 200, body: await asMember(merchantId, appId, lines) };
});
