/** Resources of restricted keys (https://docs.stripe.com/keys/restricted-api-keys), by their paths. */
const resources: Record<string, string> = {
  account: 'account',
  balance: 'balance',
  balance_transactions: 'balance_transaction_source',
  customers: 'customer',
  disputes: 'dispute',
  files: 'file',
  payment_intents: 'payment_intent',
  payment_methods: 'payment_method',
  payouts: 'payout',
  refunds: 'charge',
  setup_intents: 'setup_intent',
  tokens: 'token',
  webhook_endpoints: 'webhook',
};

/** The right that a request needs and that its key lacks. */
export function missingRight(request: string, rights: readonly string[] | undefined): string | undefined {
  const [, method, path = ''] = /^(\w+) \/v1\/(\w+)/.exec(request) ?? [];
  const resource = resources[path];
  if (!rights || !resource || rights.includes(`${resource}_write`)) return undefined;
  const wanted = `${resource}_${method === 'GET' ? 'read' : 'write'}`;
  return rights.includes(wanted) ? undefined : wanted;
}

/** Stripe's 403, whose message names the right. */
export const withoutRight = (key: string, right = 'payment_intent_write') => ({
  type: 'invalid_request_error',
  message:
    `The provided key '${key.slice(0, 8)}***' does not have the required permissions for this endpoint. ` +
    `Having the 'rak_${right}' permission would allow this request to continue.`,
});
