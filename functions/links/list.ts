import { merchantsApi } from '#http/merchants-api.ts';
import { listAnswer, paginated } from '#http/pagination.ts';
import { listLinks } from '#store/links.ts';
import { asMember } from '#usecases/membership.ts';
import { present } from './present.ts';

/** The payment links of a merchant. */
export const handler = merchantsApi('GET /merchants/{merchantId}/links')
  .use(paginated())
  .handler(async (_, { appId, params: { merchantId }, pagination }) =>
    asMember(merchantId, appId, listAnswer(listLinks(merchantId, pagination), pagination, present)),
  );
