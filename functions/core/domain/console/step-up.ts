import type { UserRequest } from '../caller.ts';

/**
 * Whether a route of the console asks for a step-up: the user must confirm their identity, for example with a
 * passkey. So a stolen cookie gives no lasting access, and cannot send events to a stranger. A route that changes
 * something and is missing from the table asks, too.
 */
export const needsStepUp = (route: string): boolean =>
  !route.startsWith('GET ') && (!Object.hasOwn(table, route) || table[route] === 'asks');

/** All routes of the console that change something. A unit test fails if one has no entry. */
// biome-ignore format: a route a line
const table: Readonly<Record<string, 'asks' | 'does not ask'>> = {
  // Except for a change of `refundLimit` or `email` (functions/merchants/update.ts).
  'PUT /merchants/{merchantId}': 'does not ask',
  'PUT /merchants/{merchantId}/notifications': 'does not ask',
  // The change gives nobody access.
  'DELETE /merchants/{merchantId}/membership': 'does not ask',
  'POST /merchants/{merchantId}/users': 'asks',
  'PUT /merchants/{merchantId}/users/{userId}': 'asks',
  'DELETE /merchants/{merchantId}/users/{userId}': 'asks',
  'POST /merchants/{merchantId}/apps': 'asks',
  'DELETE /merchants/{merchantId}/apps/{appId}': 'asks',
  'POST /merchants/{merchantId}/apps/keys': 'asks',
  'POST /merchants/{merchantId}/tills': 'asks',
  // The user must be able to end a lost till at once.
  'DELETE /merchants/{merchantId}/tills/{tillId}': 'does not ask',

  'POST /transactions/{transactionId}/increments': 'does not ask',
  'POST /transactions/{transactionId}/captures': 'does not ask',
  // Except above the merchant's `refundLimit` (usecases/movements/move-money.ts).
  'POST /transactions/{transactionId}/refunds': 'does not ask',
  'POST /transactions/{transactionId}/voids': 'does not ask',
  'POST /disputes/{disputeId}/evidence': 'does not ask',
  'POST /merchants/{merchantId}/links': 'does not ask',
  'DELETE /links/{linkId}': 'does not ask',
  'PUT /merchants/{merchantId}/templates': 'does not ask',
  'DELETE /merchants/{merchantId}/templates/{templateId}': 'does not ask',
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': 'does not ask',

  'POST /merchants/{merchantId}/webhooks': 'asks',
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': 'asks',
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': 'asks',
  'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets': 'asks',
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': 'asks',
  'POST /merchants/{merchantId}/webhooks/{webhookId}/tests': 'does not ask',
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries': 'does not ask',
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': 'does not ask',
};

const minute = 60_000;

type StepUps = UserRequest['stepUps'];

/** Whether the user has confirmed their identity with a passkey in the last 5 minutes. */
export const hasRecentPasskey = ({ proven }: StepUps, now: number): boolean =>
  proven !== undefined && now - proven < 5 * minute;

/**
 * Whether the user has signed in with a mailed link in the last 10 minutes. This counts only for users without a
 * passkey.
 */
export const hasRecentLink = ({ mailed }: StepUps, now: number): boolean =>
  mailed !== undefined && now - mailed < 10 * minute;
