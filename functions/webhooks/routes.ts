import { responses } from '../../schemas/responses.ts';
import { errors, json, list, nothing } from '../../schemas/route/answers.ts';
import { pagination } from '../../schemas/route/parameters.ts';
import { type PublicRow, read, seal } from '../../schemas/route/row.ts';

const { Invalid, Forbidden, NotFound, Conflict } = errors;
const listAnswers = { 400: Invalid, 403: Forbidden, 404: NotFound };

export const routes = [
  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/webhooks',
    entry: 'webhooks/create',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    seal,
    console: { roles: 'owners', stepUp: true, audit: 'addWebhook' },
    verb: { client: 'merchant', name: 'webhooks.create', gives: 'webhook' },
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
    tests: ['api/webhooks/webhooks', 'api/webhooks/deliveries', 'api/strangers'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/webhooks',
    entry: 'webhooks/list',
    authorization: 'key',
    own: true,
    table: read,
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'webhooks.list' },
    tag: 'Webhooks',
    summary: 'The webhooks of a merchant',
    description: 'Each endpoint with its event types and its state.',
    parameters: pagination,
    answers: { 200: list('Webhooks, never with a secret', responses.webhook), ...listAnswers },
    tests: ['api/webhooks/webhooks'],
  },

  {
    api: 'base',
    method: 'GET',
    path: '/merchants/{merchantId}/webhooks/{webhookId}',
    entry: 'webhooks/get',
    authorization: 'key',
    own: true,
    table: ['GetItem'],
    console: { roles: 'everybody' },
    verb: { client: 'merchant', name: 'webhooks.get', gives: 'webhook' },
    tag: 'Webhooks',
    summary: 'A webhook',
    description:
      'The endpoint with its event types and its state. The text of a secret is shown only when the secret is made.',
    answers: { 200: json('The webhook', responses.webhookAnswer), 403: Forbidden, 404: NotFound },
    tests: ['api/webhooks/webhooks'],
  },

  {
    api: 'base',
    method: 'PUT',
    path: '/merchants/{merchantId}/webhooks/{webhookId}',
    entry: 'webhooks/update',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    console: { roles: 'owners', stepUp: true, audit: 'changeWebhook' },
    verb: { client: 'merchant', name: 'webhooks.update' },
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description:
      'A new `url` must answer a challenge, as for a new webhook. Fields that you leave out stay the same. A webhook that is switched off (`enabled`) gets no events, and none are stored for it.',
    body: { schema: 'webhookUpdate', as: 'api' },
    answers: { 204: nothing('Changed'), 400: Invalid, 403: Forbidden, 404: NotFound },
    tests: ['api/webhooks/webhooks'],
  },

  {
    api: 'base',
    method: 'DELETE',
    path: '/merchants/{merchantId}/webhooks/{webhookId}',
    entry: 'webhooks/delete',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    console: { roles: 'owners', stepUp: true, audit: 'removeWebhook' },
    verb: { client: 'merchant', name: 'webhooks.delete' },
    tag: 'Webhooks',
    summary: 'Remove a webhook',
    description: 'A server can also remove the webhook by answering a delivery with 410.',
    answers: { 204: nothing('Removed'), 403: Forbidden, 404: NotFound },
    tests: ['api/webhooks/webhooks'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/webhooks/{webhookId}/secrets',
    entry: 'webhooks/add-secret',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    seal,
    console: { roles: 'owners', stepUp: true, audit: 'addSecret' },
    verb: { client: 'merchant', name: 'webhooks.addSecret', gives: 'secret' },
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
    tests: ['api/webhooks/webhooks', 'api/webhooks/deliveries'],
  },

  {
    api: 'base',
    method: 'DELETE',
    path: '/merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}',
    entry: 'webhooks/delete-secret',
    authorization: 'key',
    own: true,
    table: [...read, 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    console: { roles: 'owners', stepUp: true, audit: 'removeSecret' },
    verb: { client: 'merchant', name: 'webhooks.deleteSecret' },
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
    tests: ['api/webhooks/webhooks', 'api/webhooks/deliveries'],
  },

  {
    api: 'base',
    method: 'POST',
    path: '/merchants/{merchantId}/webhooks/{webhookId}/tests',
    entry: 'webhooks/test',
    authorization: 'key',
    own: true,
    table: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    console: { roles: 'movers', stepUp: false, audit: 'test' },
    verb: { client: 'merchant', name: 'webhooks.test', gives: 'delivery' },
    tag: 'Webhooks',
    summary: 'Send a test event',
    description:
      'Sends a `webhook.tested` to this webhook alone, whatever events it gets. A webhook that is not verified gets the challenge again.',
    answers: { 201: json('On its way', responses.deliveryCreated), 403: Forbidden, 404: NotFound },
    tests: ['api/webhooks/deliveries'],
  },
] as const satisfies readonly PublicRow[];
