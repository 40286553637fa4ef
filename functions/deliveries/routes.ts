import { responses } from '../../schemas/responses.ts';
import { errors, json, list, nothing } from '../../schemas/route/answers.ts';
import { inQuery, pagination } from '../../schemas/route/parameters.ts';
import { type PublicRow, read } from '../../schemas/route/row.ts';
import { deliveryStatuses } from '../../schemas/types.ts';

const { Invalid, Forbidden, NotFound } = errors;
const listAnswers = { 400: Invalid, 403: Forbidden, 404: NotFound };

export const routes = [
  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries',
    entry: 'deliveries/list',
    authorization: 'key',
    own: true,
    table: read,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'deliveries.list' },
    tag: 'Webhooks',
    summary: 'The deliveries to a webhook',
    description:
      'Lists the deliveries of the last 30 days, each with the transaction that its event is about. With `filter[status]` a page searches at most 1,000 deliveries. If it has searched so many, the header `Florin-Next` has the id of the last one: send it as `before` (or as `after`, if you list with `after`), until no answer has the header.',
    parameters: [
      ...pagination,
      inQuery('filter[status]', 'Only deliveries of this state', {
        schema: { type: 'string', enum: deliveryStatuses },
      }),
    ],
    answers: { 200: list('Deliveries, each with its attempts', responses.delivery), ...listAnswers },
    tests: ['api/webhooks/deliveries'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}',
    entry: 'deliveries/get',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'deliveries.get' },
    tag: 'Webhooks',
    summary: 'A delivery',
    description:
      'The event with each attempt to deliver it: the time, and the answer of the endpoint. It leaves out a challenge, which only the endpoint may know.',
    answers: {
      200: json('The delivery, and the event as it is sent, without a challenge', responses.deliveryAnswer),
      403: Forbidden,
      404: NotFound,
    },
    tests: ['api/webhooks/deliveries'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries',
    entry: 'deliveries/retry',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    unvouched: true,
    console: { roles: 'movers', stepUp: false, audit: 'resend' },
    verb: { client: 'merchant', name: 'deliveries.retry' },
    tag: 'Webhooks',
    summary: 'Repeat a delivery',
    description:
      'Attempts the delivery again immediately, whatever its outcome, with the retry schedule of a new one.',
    answers: { 202: nothing('On its way'), 403: Forbidden, 404: NotFound },
    tests: ['api/webhooks/deliveries'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/webhooks/{webhookId}/retries',
    entry: 'deliveries/retry-all',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    unvouched: true,
    console: { roles: 'movers', stepUp: false, audit: 'resend' },
    verb: { client: 'merchant', name: 'deliveries.retryAll' },
    tag: 'Webhooks',
    summary: 'Repeat deliveries since a time',
    description:
      'Sends now what has not arrived since a time: deliveries that have failed, and those that wait for their next attempt. A webhook has one resend at a time, and another one joins it. A webhook can have 24 resends a day (UTC), a merchant 100.',
    body: { schema: 'deliveriesRetry', as: 'api' },
    sample: () => ({ since: '2026-01-01T00:00:00Z' }),
    answers: { 202: nothing('Accepted'), 400: Invalid, 403: Forbidden, 404: NotFound },
    tests: ['api/webhooks/deliveries'],
  },
] as const satisfies readonly PublicRow[];
