import { type AcquirerName, acquirerNames } from '../../../functions/core/acquirer/names.ts';
import type { RouteName } from '../../routes.ts';

/** A verb of `packages/florin`, and the client that has it. */
export interface Verb {
  /** `merchant` is for merchants' servers, `customer` for browsers and apps, `hello` for the hello-world service. */
  client: 'merchant' | 'customer' | 'hello';
  resource: string;
  verb: string;
  /** The field of the answer that the verb returns. Without it the verb returns the whole answer. */
  gives?: string;
  /** The `POST` has no idempotency key, but a repeat of it has no further effect. */
  repeatable?: true;
}

const of =
  (client: Verb['client']) =>
  (name: string, gives?: string, more: { repeatable?: true } = {}): Verb => {
    const [resource = '', verb = ''] = name.split('.');
    return { client, resource, verb, ...(gives && { gives }), ...more };
  };

const merchant = of('merchant');
const customer = of('customer');
const hello = of('hello');

/** The route is for browsers, the acquirer or readers of the documentation, so the client has no verb for it. */
const none = undefined;

const acquirerEvents = Object.fromEntries(
  acquirerNames.map((acquirer) => [`POST /acquirers/${acquirer}/events`, none]),
) as Record<`POST /acquirers/${AcquirerName}/events`, undefined>;

/** The name of each route in the client. A route without a row does not compile. */
export const verbs: Readonly<Record<RouteName, Verb | undefined>> = {
  'POST /apps': merchant('apps.create', 'app'),
  'GET /me': merchant('apps.me', 'identity'),
  'POST /merchants/{merchantId}/apps': merchant('apps.add'),
  'DELETE /merchants/{merchantId}/apps/{appId}': merchant('apps.remove'),
  'GET /merchants/{merchantId}/apps': merchant('apps.list'),

  'POST /merchants': merchant('merchants.create', 'merchant'),
  'PUT /merchants/{merchantId}': merchant('merchants.update'),
  'GET /identities/{appId}/merchants': merchant('merchants.list'),
  'GET /merchants/{merchantId}': merchant('merchants.get', 'merchant'),

  'POST /merchants/{merchantId}/users': merchant('users.invite'),
  'DELETE /merchants/{merchantId}/users/{userId}': merchant('users.remove'),
  'GET /merchants/{merchantId}/users': merchant('users.list'),

  'GET /merchants/{merchantId}/lines': merchant('lines.list'),
  'GET /lines/{lineId}': merchant('lines.get'),
  'GET /merchants/{merchantId}/postings': merchant('postings.list'),
  'GET /merchants/{merchantId}/payouts': merchant('payouts.list'),
  'GET /payouts/{payoutId}': merchant('payouts.get', 'payout'),

  'POST /merchants/{merchantId}/transactions': merchant('transactions.create', 'transaction'),
  'POST /transactions/{transactionId}/increments': merchant('transactions.increment', 'transaction'),
  'POST /transactions/{transactionId}/captures': merchant('transactions.capture', 'transaction'),
  'POST /transactions/{transactionId}/refunds': merchant('transactions.refund', 'transaction'),
  'POST /transactions/{transactionId}/voids': merchant('transactions.void', 'transaction'),
  'GET /merchants/{merchantId}/transactions': merchant('transactions.list'),
  'GET /transactions/{transactionId}': merchant('transactions.get', 'transaction'),

  'POST /merchants/{merchantId}/cards': merchant('cards.create', 'card'),
  'GET /cards/{cardId}': merchant('cards.get', 'card'),

  'POST /merchants/{merchantId}/links': merchant('links.create', 'link'),
  'GET /merchants/{merchantId}/links': merchant('links.list'),
  'GET /links/{linkId}': merchant('links.get', 'link'),
  'GET /links/{linkId}/qr': merchant('links.qr'),
  'DELETE /links/{linkId}': merchant('links.delete'),

  'GET /merchants/{merchantId}/customers/{customer}/cards': merchant('customerCards.list'),
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': merchant('customerCards.delete'),

  'GET /disputes': merchant('disputes.list'),
  'GET /disputes/{disputeId}': merchant('disputes.get', 'dispute'),
  'POST /disputes/{disputeId}/evidence': merchant('disputes.submitEvidence', 'dispute'),
  'GET /frauds': merchant('frauds.list'),
  'GET /frauds/{fraudId}': merchant('frauds.get', 'fraud'),

  'POST /merchants/{merchantId}/webhooks': merchant('webhooks.create', 'webhook'),
  'GET /merchants/{merchantId}/webhooks': merchant('webhooks.list'),
  'GET /merchants/{merchantId}/webhooks/{webhookId}': merchant('webhooks.get', 'webhook'),
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': merchant('webhooks.update'),
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': merchant('webhooks.delete'),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets': merchant('webhooks.addSecret', 'secret'),
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': merchant('webhooks.deleteSecret'),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/tests': merchant('webhooks.test', 'delivery'),
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries': merchant('deliveries.list'),
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}': merchant('deliveries.get'),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries':
    merchant('deliveries.retry'),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': merchant('deliveries.retryAll'),

  'POST /vault': customer('vault.seal', undefined, { repeatable: true }),
  'POST /payments': customer('payments.create'),
  'POST /payments/challenges/{challenge}': customer('payments.challenge'),
  // Repeatable without a key, as no address gets a receipt twice.
  'POST /payments/receipts': customer('payments.receipt', undefined, { repeatable: true }),
  'POST /payments/codes': customer('codes.create', undefined, { repeatable: true }),
  'GET /payments/codes/{watch}': customer('codes.get'),
  'DELETE /l/{linkId}/cards/{cardId}': customer('savedCards.delete'),

  'GET /api/helloWorld/{id}': hello('hello.get'),
  'POST /api/helloWorld': hello('hello.create'),
  'PUT /api/helloWorld': hello('hello.update'),
  'DELETE /api/helloWorld/{id}': hello('hello.delete'),
  'GET /api/helloWorld': hello('hello.list'),
  'GET /api/about': hello('hello.about'),

  'GET /': none,
  'GET /l/{linkId}': none,
  'GET /assets/{asset}': none,
  'GET /logos/{key}/{logo}': none,
  'GET /sdk.js': none,
  'GET /10.js': none,
  'POST /payments/frames/{frame}': none,
  'GET /payments/frames/{frame}': none,
  ...acquirerEvents,
  'GET /openapi.json': none,
  'GET /docs': none,
  'GET /docs/{page}': none,
};
