/**
 * The resources of restricted keys, by their paths. `accounts` and `balance_transactions` are not named as their paths
 * are (https://docs.stripe.com/keys/permissions-reference).
 */
const resources: Record<string, string> = {
  account: 'connected_account',
  balance: 'balance',
  balance_transactions: 'balance',
  customers: 'customer',
  disputes: 'dispute',
  files: 'file',
  payment_intents: 'payment_intent',
  payment_methods: 'payment_method',
  payouts: 'payout',
  radar: 'charge',
  refunds: 'charge',
  setup_intents: 'setup_intent',
  tokens: 'token',
  webhook_endpoints: 'webhook',
};

/**
 * The rights to read that an expansion needs, by the last name of its path: each expanded object needs a right
 * (https://docs.stripe.com/stripe-apps/reference/permissions). A balance transaction's source has a right of its own.
 */
const expansions: Record<string, string> = {
  balance_transaction: 'balance',
  failure_balance_transaction: 'balance',
  latest_attempt: 'setup_intent',
  latest_charge: 'charge',
  source: 'balance_transaction_source',
};

/**
 * The right that a request needs and that its key lacks. A right to write includes the right to read.
 *
 * @param expanded the paths that the request expands
 */
export function missingRight(
  request: string,
  expanded: readonly string[],
  rights: readonly string[] | undefined,
): string | undefined {
  const [, method, path = ''] = /^(\w+) \/v1\/(\w+)/.exec(request) ?? [];
  const resource = resources[path];
  if (!rights || !resource) return undefined;
  const names = expanded.flatMap((names) => names.split('.')).filter((name) => name !== 'data');
  const wanted = [
    `${resource}_${method === 'GET' ? 'read' : 'write'}`,
    ...names.map((name) => `${expansions[name] ?? name}_read`),
  ];
  return wanted.find((right) => !rights.includes(right) && !rights.includes(right.replace(/read$/, 'write')));
}

/** Stripe's 403, whose message names the right. */
export const withoutRight = (key: string, right = 'payment_intent_write') => ({
  type: 'invalid_request_error',
  message:
    `The provided key '${key.slice(0, 8)}***' does not have the required permissions for this endpoint. ` +
    `Having the 'rak_${right}' permission would allow this request to continue.`,
});
