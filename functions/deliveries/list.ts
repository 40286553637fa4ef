import type { Fault } from '#domain/outcome.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/delivery.ts';
import { deliveryStatuses } from '#schemas/types.ts';
import { listDeliveries, mostSearched, searchDeliveries } from '#store/webhooks/deliveries.ts';
import type { DeliveryStatus } from '#store/webhooks/delivery-item.ts';
import { ofWebhook } from '#usecases/webhooks/merchant-of-webhook.ts';

const filter = 'filter[status]';

const isStatus = (text: string): text is DeliveryStatus => deliveryStatuses.some((one) => one === text);

const statusFaults = ({ [filter]: status }: Record<string, string | undefined>): Fault[] =>
  status === undefined || isStatus(status)
    ? []
    : [{ field: filter, message: `Must be ${deliveryStatuses.join(', ')}` }];

/**
 * Lists the deliveries to an endpoint in the last 30 days, and their outcomes. With a status, a page searches at most
 * {@link mostSearched} deliveries; the header `Florin-Next` then names the last one.
 */
export const handler = florinApi('GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries', [
  ...listQuery,
  filter,
])
  .use(pagination(statusFaults))
  .handler(async (_, { caller, params, query, pagination }) => {
    const status = query[filter];
    if (status === undefined || !isStatus(status))
      return ofWebhook(params, caller, listAnswer(listDeliveries(params, pagination), pagination, present));
    const search = searchDeliveries(params, pagination, status);
    const answer = await ofWebhook(params, caller, listAnswer(search.found, pagination, present));
    const next = search.stoppedAt();
    return next === undefined ? answer : { ...answer, headers: { ...answer.headers, 'Florin-Next': next } };
  });
