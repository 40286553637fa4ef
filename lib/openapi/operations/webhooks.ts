import { responses } from '../../../schemas/responses.ts';
import { errors, json, list, nothing } from '../answers.ts';
import type { Operations } from '../operation.ts';
import { pagination } from '../parameters.ts';

const { Invalid, Forbidden, NotFound, Conflict } = errors;
const listAnswers = { 400: Invalid, 403: Forbidden, 404: NotFound };

export const webhooks = {
  'POST /merchants/{merchantId}/webhooks': {
    tag: 'Webhooks',
    summary: 'Create a webhook',
    description:
      'From now on Florin posts the merchant’s events to `url`, signed with the secret in the answer. `url` must be https, of a host on the Internet, on port 443. Florin first posts a signed `webhook.tested`, and the server must answer with the value of `data.challenge` as the body. Until then Florin posts nothing else (`npm start` sends no challenge). Without `events` the webhook gets all types. Deliveries of a webhook without `url` are only listed. A merchant can have 10.',
    body: { schema: 'webhookCreate', as: 'api' },
    answers: {
      201: json('Created, with its secret', responses.webhookCreated),
      400: Invalid,
      403: Forbidden,
      404: NotFound,
    },
  },

  'GET /merchants/{merchantId}/webhooks': {
    tag: 'Webhooks',
    summary: 'The webhooks of a merchant',
    description: 'Each endpoint with its event types and its state.',
    parameters: pagination,
    answers: { 200: list('Webhooks, never with a secret', responses.webhook), ...listAnswers },
  },

  'GET /merchants/{merchantId}/webhooks/{webhookId}': {
    tag: 'Webhooks',
    summary: 'A webhook',
    description:
      'The endpoint with its event types and its state. The text of a secret is shown only when the secret is made.',
    answers: { 200: json('The webhook', responses.webhookAnswer), 403: Forbidden, 404: NotFound },
  },

  'PUT /merchants/{merchantId}/webhooks/{webhookId}': {
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'A new `url` must answer a challenge, as for a new webhook. Fields that you leave out stay the same. A webhook that is switched off (`enabled`) gets no events, and none are stored for it.',
    body: { schema: 'webhookUpdate', as: 'api' },
    answers: { 204: nothing('Changed'), 400: Invalid, 403: Forbidden, 404: NotFound },
  },

  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': {
    tag: 'Webhooks',
    summary: 'Remove a webhook',
    description: 'A server can also remove the webhook by answering a delivery with 410.',
    answers: { 204: nothing('Removed'), 403: Forbidden, 404: NotFound },
  },

  'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets': {
    tag: 'Webhooks',
    summary: 'Add a second secret',
    description:
      'To change the secret without a gap, add the new one, store it on your server, and remove the old one. Both secrets sign until then.',
    answers: {
      201: json('Added', responses.secretCreated),
      400: { ...Invalid, description: 'The webhook has two secrets already' },
      403: Forbidden,
      404: NotFound,
      409: { ...Conflict, description: 'The secrets were changed at the same moment' },
    },
  },

  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': {
    tag: 'Webhooks',
    summary: 'Remove a secret',
    description:
      'Deliveries are no longer signed with this secret. Remove an old secret after every receiver verifies with the new one.',
    answers: {
      204: nothing('Removed: it no longer signs deliveries'),
      400: { ...Invalid, description: 'The secret is the only one' },
      403: Forbidden,
      404: NotFound,
      409: { ...Conflict, description: 'The secrets were changed at the same moment' },
    },
  },

  'POST /merchants/{merchantId}/webhooks/{webhookId}/tests': {
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends a `webhook.tested` to this webhook alone, whatever events it gets. A webhook that is not verified gets the challenge again.',
    answers: { 201: json('On its way', responses.deliveryCreated), 403: Forbidden, 404: NotFound },
  },

  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries': {
    tag: 'Webhooks',
    summary: 'The deliveries to a webhook',
    description: 'Lists the deliveries of the last 30 days.',
    parameters: pagination,
    answers: { 200: list('Deliveries, each with its attempts', responses.delivery), ...listAnswers },
  },

  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}': {
    tag: 'Webhooks',
    summary: 'A delivery',
    description:
      'The event with each attempt to deliver it: the time, and the answer of the endpoint. It leaves out a challenge, which only the endpoint may know.',
    answers: {
      200: json('The delivery, and the event as it is sent, without a challenge', responses.deliveryAnswer),
      403: Forbidden,
      404: NotFound,
    },
  },

  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries': {
    tag: 'Webhooks',
    summary: 'Repeat a delivery',
    description:
      'Attempts the delivery again at once, whatever its outcome, with the retry schedule of a new one.',
    answers: { 202: nothing('On its way'), 403: Forbidden, 404: NotFound },
  },

  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': {
    tag: 'Webhooks',
    summary: 'Repeat deliveries since a time',
    description:
      'Repeats all deliveries that have failed since a time. A webhook has one resend at a time, and another one joins it. A webhook can have 24 resends a day (UTC), a merchant 100.',
    body: { schema: 'deliveriesRetry', as: 'api' },
    answers: { 202: nothing('Accepted'), 400: Invalid, 403: Forbidden, 404: NotFound },
  },
} satisfies Operations;
