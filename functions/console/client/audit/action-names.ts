import { t } from '../values/texts.ts';

/**
 * The texts of the actions in the audit log, by the called route. The log shows a route without a text by its own
 * name.
 */
const names: Record<string, keyof typeof t.audit.actions> = {
  'POST /transactions/{transactionId}/captures': 'capture',
  'POST /transactions/{transactionId}/refunds': 'refund',
  'POST /transactions/{transactionId}/voids': 'void',
  'POST /transactions/{transactionId}/increments': 'increment',
  'POST /disputes/{disputeId}/evidence': 'evidence',
  'POST /merchants/{merchantId}/links': 'makeLink',
  'DELETE /links/{linkId}': 'endLink',
  'PUT /merchants/{merchantId}/templates': 'saveTemplate',
  'DELETE /merchants/{merchantId}/templates/{templateId}': 'removeTemplate',
  'PUT /merchants/{merchantId}': 'settings',
  'PUT /merchants/{merchantId}/notifications': 'chooseNotices',
  'DELETE /merchants/{merchantId}/membership': 'leave',
  'POST /merchants/{merchantId}/users': 'invite',
  'PUT /merchants/{merchantId}/users/{userId}': 'changeRole',
  'DELETE /merchants/{merchantId}/users/{userId}': 'removeUser',
  'POST /merchants/{merchantId}/apps': 'addApp',
  'POST /merchants/{merchantId}/apps/keys': 'makeKey',
  'DELETE /merchants/{merchantId}/apps/{appId}': 'removeApp',
  'POST /merchants/{merchantId}/tills': 'pairTill',
  'DELETE /merchants/{merchantId}/tills/{tillId}': 'endTill',
  'POST /merchants/{merchantId}/webhooks': 'addWebhook',
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': 'changeWebhook',
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': 'removeWebhook',
  'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets': 'addSecret',
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': 'removeSecret',
  'POST /merchants/{merchantId}/webhooks/{webhookId}/tests': 'test',
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': 'resend',
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries': 'resend',
  'POST /passkeys': 'addPasskey',
  'DELETE /passkeys/{passkeyId}': 'removePasskey',
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': 'removeCard',
};

export function actionName(action: string): string {
  const name = Object.hasOwn(names, action) ? names[action] : undefined;
  return name ? t.audit.actions[name] : action;
}
