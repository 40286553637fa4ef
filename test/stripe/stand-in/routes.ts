import type { Account } from './account.ts';
import { balanceOf, entryOf } from './books.ts';
import {
  createCustomer,
  createMethod,
  createToken,
  customerOf,
  deleteCustomer,
  detachMethod,
  methodOf,
} from './cards-api.ts';
import { disputeOf, shownDispute, updateDispute } from './disputes.ts';
import { changeEndpoint, createEndpoint } from './endpoints-api.ts';
import { ApiError, missing } from './errors.ts';
import type { Params } from './form.ts';
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  incrementIntent,
  intentOf,
  updateIntent,
} from './intents.ts';
import { listOf, searchIntents, viewOf } from './lists.ts';
import { endActions } from './methods.ts';
import { payoutOf } from './payouts.ts';
import { createRefund } from './refunds.ts';
import { cancelSetup, confirmSetup, createSetup, setupOf, updateSetup } from './setups.ts';
import { createFile } from './uploads.ts';

type Handle = (account: Account, params: Params, id: string, base: string) => object;

/** The handlers by method and path after `/v1/`. `:id` is one segment. */
const routes: Record<string, Handle> = {
  'POST payment_methods': createMethod,
  'GET payment_methods': (account, query) => listOf(account, 'payment_methods', query),
  'GET payment_methods/:id': (account, _, id) => methodOf(account, id),
  'POST payment_methods/:id/detach': (account, _, id) => detachMethod(account, id),
  'POST customers': createCustomer,
  'GET customers/:id': (account, _, id) => customerOf(account, id),
  'DELETE customers/:id': (account, _, id) => deleteCustomer(account, id),
  'POST tokens': createToken,
  'POST payment_intents': (account, params, _, base) => createIntent(account, params, base),
  'GET payment_intents/:id': (account, _, id) => viewOf(account, intentOf(account, id)),
  'GET payment_intents/search': searchIntents,
  'POST payment_intents/:id': (account, params, id) =>
    updateIntent(account, requireUnlocked(account, id), params),
  'POST payment_intents/:id/confirm': (account, params, id, base) =>
    confirmIntent(account, requireUnlocked(account, id), params, base),
  'POST payment_intents/:id/increment_authorization': (account, params, id) =>
    incrementIntent(account, id, params),
  'POST payment_intents/:id/capture': (account, params, id) => captureIntent(account, id, params),
  'POST payment_intents/:id/cancel': (account, params, id) =>
    cancelIntent(account, requireUnlocked(account, id), params),
  'POST setup_intents': createSetup,
  'GET setup_intents/:id': (account, _, id) => viewOf(account, setupOf(account, id)),
  'POST setup_intents/:id': (account, params, id) =>
    updateSetup(account, requireUnlocked(account, id), params),
  'POST setup_intents/:id/confirm': (account, params, id, base) =>
    confirmSetup(account, requireUnlocked(account, id), params, base),
  'POST setup_intents/:id/cancel': (account, params, id) =>
    cancelSetup(account, requireUnlocked(account, id), params),
  'POST refunds': createRefund,
  'GET payment_intents': (account, query) => listOf(account, 'payment_intents', query),
  'GET setup_intents': (account, query) => listOf(account, 'setup_intents', query),
  'GET refunds': (account, query) => listOf(account, 'refunds', query),
  'GET balance_transactions': (account, query) => listOf(account, 'balance_transactions', query),
  'GET balance_transactions/:id': (account, _, id) => entryOf(account, id),
  'GET balance': (account) => balanceOf(account),
  'GET disputes': (account, query) => listOf(account, 'disputes', query),
  'GET webhook_endpoints': (account, query) => listOf(account, 'webhook_endpoints', query),
  'POST webhook_endpoints': createEndpoint,
  'POST webhook_endpoints/:id': changeEndpoint,
  'GET disputes/:id': (account, _, id) => shownDispute(disputeOf(account, id)),
  'GET radar/:id': (account, query, list) => listOf(account, list, query),
  'POST disputes/:id': updateDispute,
  'POST files': createFile,
  'GET payouts': (account, query) => listOf(account, 'payouts', query),
  'GET payouts/:id': (account, _, id) => payoutOf(account, id),
  'GET account': ({ id, settings }) => ({
    id: id || 'acct_own',
    object: 'account',
    default_currency: settings.currency,
    country: settings.country,
    // https://docs.stripe.com/api/accounts/object#account_object-capabilities
    capabilities: {
      card_payments: 'active',
      ...Object.fromEntries(
        Object.entries(settings.methods).map(([type, status]) => [`${type}_payments`, status]),
      ),
    },
    charges_enabled: settings.chargesEnabled,
    payouts_enabled: settings.payoutsEnabled,
    // https://docs.stripe.com/api/accounts/object#account_object-requirements
    requirements: {
      current_deadline: settings.asksUntil ?? null,
      currently_due: settings.asksUntil ? ['company.tax_id'] : [],
    },
    settings: { card_payments: { statement_descriptor_prefix: settings.prefix ?? null } },
  }),
};

/** An intent that no other request is working on (https://docs.stripe.com/rate-limits#object-lock-timeouts). */
function requireUnlocked(account: Account, id: string): string {
  if (account.confirming.has(id))
    throw new ApiError(429, { type: 'invalid_request_error', code: 'lock_timeout' }, false);
  return id;
}

/** Carries out a request. @throws ApiError */
export function handle(method: string, path: string, account: Account, params: Params, base: string): object {
  const [kind, id = '', action] = path.split('/');
  const named = id === 'search' ? id : id && ':id';
  const route = routes[[`${method} ${kind}`, named, action].filter(Boolean).join('/')];
  if (!route) throw missing();
  endActions(account);
  return route(account, params, id, base);
}
