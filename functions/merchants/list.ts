import { NoAccess } from '#domain/outcome.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, readPagination } from '#http/lists/list-query.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/merchant.ts';
import { listMerchants } from '#store/merchants/merchants.ts';

/** Lists the merchants of the calling app. */
export const handler = merchantsApi('GET /identities/{appId}/merchants', [
  ...listQuery,
  'filter[test]',
]).handler(async (_, { caller, params, query }) => {
  if (params.appId !== caller.id)
    throw new NoAccess('An app can list its own merchants only; GET /me shows its id');
  const pagination = readPagination(query);
  return listAnswer(listMerchants(caller, pagination), pagination, present);
});
