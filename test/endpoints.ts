import type { ConsoleRouteName, RouteName } from '../lib/routes.ts';

/** A test below `test/`, without its ending. */
type TestName = string;

/**
 * The tests of each endpoint, the main one first. An endpoint without a test does not compile. Beside these,
 * `slow/cost`, `api/http/validation`, `api/access`, `api/rivals` and `api/idempotency` test all endpoints that they apply
 * to.
 */
export const tests: Readonly<Record<RouteName, readonly TestName[]>> = {
  'POST /apps': ['api/payment', 'api/idempotency', 'api/http/validation'],
  'GET /me': ['api/payment', 'api/access'],

  'POST /merchants': ['api/http/validation', 'api/payment', 'api/idempotency'],
  'PUT /merchants/{merchantId}': [
    'api/payment',
    'api/access',
    'api/capture-with-payment',
    'api/branding',
    'api/logo',
  ],
  'GET /identities/{appId}/merchants': ['api/http/lists', 'api/http/pages'],
  'GET /merchants/{merchantId}': ['api/payment', 'api/access'],

  'POST /merchants/{merchantId}/users': ['api/members', 'api/invitations', 'api/idempotency'],
  'DELETE /merchants/{merchantId}/users/{userId}': ['api/members'],
  'GET /merchants/{merchantId}/users': ['api/members', 'api/http/pages'],
  'POST /merchants/{merchantId}/apps': ['api/members', 'api/idempotency'],
  'DELETE /merchants/{merchantId}/apps/{appId}': ['api/members'],
  'GET /merchants/{merchantId}/apps': ['api/members', 'api/http/pages'],

  'GET /merchants/{merchantId}/lines': ['api/http/lists', 'api/payment', 'api/http/pages'],
  'GET /lines/{lineId}': ['api/payment', 'api/access'],

  'GET /merchants/{merchantId}/postings': ['slow/ledger', 'api/payout', 'api/http/pages', 'api/rivals'],
  'GET /merchants/{merchantId}/payouts': [
    'slow/payouts',
    'slow/live/payouts',
    'api/payout',
    'api/http/pages',
  ],
  'GET /payouts/{payoutId}': ['slow/payouts', 'slow/live/payouts', 'api/payout', 'api/rivals'],

  'POST /merchants/{merchantId}/transactions': [
    'api/cards/recurring',
    'api/cards/cards',
    'api/idempotency',
    'api/capture-with-payment',
  ],
  'POST /transactions/{transactionId}/increments': ['api/payment', 'api/live'],
  'POST /transactions/{transactionId}/captures': ['api/payment', 'api/races', 'api/properties'],
  'POST /transactions/{transactionId}/refunds': [
    'api/payment',
    'api/races',
    'api/properties',
    'api/refund-reasons',
  ],
  'POST /transactions/{transactionId}/voids': ['api/payment', 'api/races', 'api/properties'],
  'GET /merchants/{merchantId}/transactions': ['api/http/lists', 'api/http/pages', 'api/pending'],
  'GET /transactions/{transactionId}': ['api/payment', 'api/access'],

  'POST /merchants/{merchantId}/cards': ['api/cards/cards', 'api/idempotency'],
  'GET /cards/{cardId}': ['api/cards/cards'],

  'GET /merchants/{merchantId}/customers/{customer}/cards': ['api/cards/customer-cards', 'api/strangers'],
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': [
    'api/cards/customer-cards',
    'api/strangers',
  ],

  'GET /disputes': ['api/disputes', 'api/http/pages', 'slow/queue-killed'],
  'GET /disputes/{disputeId}': ['api/disputes'],
  'POST /disputes/{disputeId}/evidence': ['api/evidence', 'api/evidence-live'],
  'GET /frauds': ['api/disputes', 'api/http/pages'],
  'GET /frauds/{fraudId}': ['api/disputes'],

  'POST /merchants/{merchantId}/webhooks': [
    'api/webhooks/webhooks',
    'api/webhooks/deliveries',
    'api/strangers',
  ],
  'GET /merchants/{merchantId}/webhooks': ['api/webhooks/webhooks'],
  'GET /merchants/{merchantId}/webhooks/{webhookId}': ['api/webhooks/webhooks'],
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': ['api/webhooks/webhooks'],
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': ['api/webhooks/webhooks'],
  'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets': [
    'api/webhooks/webhooks',
    'api/webhooks/deliveries',
  ],
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': [
    'api/webhooks/webhooks',
    'api/webhooks/deliveries',
  ],
  'POST /merchants/{merchantId}/webhooks/{webhookId}/tests': ['api/webhooks/deliveries'],
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries': ['api/webhooks/deliveries'],
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}': ['api/webhooks/deliveries'],
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries': [
    'api/webhooks/deliveries',
  ],
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': ['api/webhooks/deliveries'],

  'POST /merchants/{merchantId}/links': ['api/links/manage', 'api/links/live', 'api/strangers'],
  'GET /merchants/{merchantId}/links': ['api/links/manage'],
  'GET /links/{linkId}': ['api/links/manage', 'api/links/payments'],
  'GET /links/{linkId}/qr': ['browser/qr', 'api/links/manage'],
  'DELETE /links/{linkId}': ['api/links/manage', 'api/links/ended-during-payment'],

  'GET /': ['browser/payment', 'browser/amount', 'browser/security', 'browser/branding'],
  'GET /l/{linkId}': ['browser/links', 'api/links/page'],
  'DELETE /l/{linkId}/cards/{cardId}': ['api/cards/customer-cards', 'browser/saved-cards'],
  'GET /assets/{asset}': ['browser/security', 'slow/cost'],
  'GET /logos/{key}/{logo}': ['api/logo', 'browser/logo'],
  'GET /sdk.js': ['browser/embedding', 'browser/embedding-sdk'],
  'GET /10.js': ['browser/plugins'],
  'POST /vault': ['api/customer', 'slow/secrecy'],
  'POST /payments': [
    'api/customer',
    'api/idempotency',
    'api/currencies',
    'api/links/payments',
    'api/links/ended-during-payment',
    'api/links/expired-live',
    'api/capture-with-payment',
    'slow/live/capture',
  ],
  'POST /payments/challenges/{challenge}': ['api/customer'],
  'POST /payments/receipts': ['slow/receipts', 'api/console/mails', 'browser/receipts'],
  'POST /payments/codes': ['api/till-codes', 'api/till-codes-live', 'browser/till-codes'],
  'GET /payments/codes/{watch}': ['api/till-codes', 'api/till-codes-live', 'browser/till-codes'],
  'GET /payments/frames/{frame}': ['api/live', 'browser/live'],
  'POST /payments/frames/{frame}': ['api/customer', 'browser/challenges'],

  'POST /acquirers/stripe/events': ['api/live'],

  'GET /api/helloWorld/{id}': ['api/hello/hello', 'api/hello/auth'],
  'POST /api/helloWorld': ['api/hello/hello', 'api/hello/auth'],
  'PUT /api/helloWorld': ['api/hello/hello'],
  'DELETE /api/helloWorld/{id}': ['api/hello/hello'],
  'GET /api/helloWorld': ['api/hello/hello', 'api/hello/auth'],
  'GET /api/about': ['api/hello/hello'],

  'GET /openapi.json': ['unit/openapi', 'api/docs/docs'],
  'GET /docs': ['browser/docs/docs', 'api/docs/docs'],
  'GET /docs/{page}': ['browser/docs/docs', 'browser/docs/pages', 'api/docs/docs'],
};

/**
 * The tests of the console's own endpoints. `api/console/access` tests all routes of the console, also those of the
 * merchants' API that it serves below `/api`, with each role and with another merchant's ids.
 */
export const consoleTests: Readonly<Record<ConsoleRouteName, readonly TestName[]>> = {
  'GET /': ['api/console/page'],
  'GET /assets/{asset}': ['api/console/page'],
  'GET /till': ['browser/console/till'],
  'POST /till/session': ['api/console/till', 'browser/console/till'],
  'GET /till/session': ['api/console/till', 'browser/console/till'],
  'DELETE /till/session': ['api/console/till'],
  'GET /till/day': ['api/console/till', 'browser/console/till'],
  'POST /sign-in': ['api/console/sign-in', 'slow/console-limits', 'slow/alone/sign-in-time'],
  'POST /sign-in/confirm': ['api/console/sign-in', 'slow/console-limits'],
  'GET /session': ['api/console/sign-in', 'slow/console-limits'],
  'DELETE /session': ['api/console/sign-in'],
  'GET /sessions': ['api/console/sign-in'],
  'DELETE /sessions': ['api/console/sign-in'],
  'DELETE /sessions/{sessionId}': ['api/console/sign-in'],
  'POST /passkeys/challenges': ['api/console/passkeys'],
  'POST /passkeys': ['api/console/passkeys', 'browser/console/passkeys'],
  'DELETE /passkeys/{passkeyId}': ['api/console/passkeys', 'browser/console/passkeys'],
  'POST /session/proof': ['api/console/step-up', 'browser/console/step-up'],
  'POST /sign-in/passkey': ['api/console/passkeys', 'browser/console/passkeys'],
  'GET /api/merchants/{merchantId}/overview': ['api/console/access'],
  'GET /api/merchants/{merchantId}/search': ['api/console/search'],
  'GET /api/merchants/{merchantId}/audit': ['api/console/access'],
  'GET /api/transactions/{transactionId}/mails': ['api/console/mails', 'browser/console/timeline'],
  'PUT /api/merchants/{merchantId}/users/{userId}': ['api/console/access'],
  'DELETE /api/merchants/{merchantId}/membership': ['api/console/access', 'browser/console/pages'],
  'PUT /api/merchants/{merchantId}/notifications': ['api/console/notices', 'browser/console/notices'],
  'GET /api/merchants/{merchantId}/tills': ['api/console/till', 'browser/console/till'],
  'POST /api/merchants/{merchantId}/tills': ['api/console/till', 'browser/console/till'],
  'DELETE /api/merchants/{merchantId}/tills/{tillId}': ['api/console/till', 'browser/console/till'],
  'GET /api/merchants/{merchantId}/templates': ['api/console/templates', 'browser/console/templates'],
  'PUT /api/merchants/{merchantId}/templates': ['api/console/templates', 'browser/console/templates'],
  'DELETE /api/merchants/{merchantId}/templates/{templateId}': [
    'api/console/templates',
    'browser/console/templates',
  ],
  'POST /api/merchants/{merchantId}/apps/keys': ['api/console/access'],
};

/** The tables of `docs/endpoints.md`. */
export function endpointTable(tests: Readonly<Record<string, readonly TestName[]>>): string {
  const link = (test: TestName) => `[${test}](../test/${test}.test.ts)`;
  const rows = Object.entries(tests).map(([route, names]) => {
    const [method, path = ''] = route.split(' ');
    return `| ${method} | \`${path}\` | ${names.map(link).join(', ')} |`;
  });
  return ['| | endpoint | tests |', '|---|---|---|', ...rows].join('\n');
}
