import { api } from '#http/api.ts';
import { paginate, readPagination } from '#http/pagination.ts';
import { listLines } from '#store/lines.ts';
import { asMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /merchants/<id>/lines`. */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const pagination = readPagination(query);
  const lines = paginate(listLines(merchantId, pagination), pagination, present);
  return { status: 200, body: await asMember(merchantId, appId, lines) };
});
