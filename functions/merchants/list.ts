import { NoAccess } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { paginate, readPagination } from '#http/pagination.ts';
import { listMerchants } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /identities/<app-id>/merchants`: the calling app's own merchants. */
export const handler = api(async ({ appId, params, query }) => {
  if (params.appId !== appId) throw new NoAccess();
  const pagination = readPagination(query);
  return { status: 200, body: await paginate(listMerchants(appId, pagination), pagination, present) };
});
