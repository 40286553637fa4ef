import { randomUUID } from 'node:crypto';
import { isRefusedKey } from '../api/classify-refusal.ts';
import { type Answer, type Ask, ask } from '../api/client.ts';
import { causeOf } from '../api/read.ts';

/**
 * The rights that a restricted key needs: each by its name in Stripe's dashboard, and by its name in the messages of
 * Stripe's refusals (https://docs.stripe.com/keys/permissions-reference).
 */
export const rights: Record<string, string> = {
  connected_account_read: 'Accounts: read',
  payment_intent_write: 'PaymentIntents: write',
  setup_intent_write: 'SetupIntents: write',
  payment_method_write: 'PaymentMethods: write',
  customer_write: 'Customers: write',
  token_write: 'Tokens: write',
  charge_write: 'Charges and Refunds: write',
  dispute_write: 'Disputes: write',
  file_write: 'Files: write',
  balance_read: 'Balance: read',
  balance_transaction_source_read: 'Balance transaction sources: read',
  payout_read: 'Payouts: read',
};

/** A request of the adapter, with the right that it needs if Stripe's refusal names none. */
interface Probe extends Omit<Ask, 'account' | 'key'> {
  right: keyof typeof rights;
  method: 'GET' | 'POST' | 'DELETE';
}

const get = (right: string, path: string, form: Ask['form'] = {}): Probe => ({
  right,
  method: 'GET',
  path,
  form,
});

/** A POST that has no effect: it lacks a parameter, or names an object that does not exist. */
const post = (right: string, path: string, form: Ask['form'] = {}): Probe => ({
  right,
  method: 'POST',
  path,
  form,
});

/** A DELETE that has no effect: its object does not exist. */
const remove = (right: string, path: string): Probe => ({ right, method: 'DELETE', path, removes: true });

const page = { limit: 1 };
const intent = 'payment_intents/pi_none';
const setup = 'setup_intents/seti_none';

/**
 * Every request of the adapter, with the same path and the same expansions, because an expansion needs a right of its
 * own. The tests compare this list with the requests that the adapter sends.
 */
export const probes: readonly Probe[] = [
  get('connected_account_read', 'account'),
  post('payment_intent_write', 'payment_intents'),
  post('payment_intent_write', intent, { customer: 'cus_none' }),
  post('payment_intent_write', `${intent}/confirm`, { expand: ['latest_charge'] }),
  post('payment_intent_write', `${intent}/increment_authorization`),
  post('payment_intent_write', `${intent}/capture`),
  post('payment_intent_write', `${intent}/capture`, { expand: ['latest_charge.balance_transaction'] }),
  post('payment_intent_write', `${intent}/cancel`),
  get('payment_intent_write', intent),
  get('payment_intent_write', intent, { expand: ['latest_charge'] }),
  get('payment_intent_write', intent, { expand: ['latest_charge.balance_transaction'] }),
  get('payment_intent_write', 'payment_intents/search', {
    query: "metadata['florin']:'none'",
    expand: ['data.latest_charge'],
  }),
  get('payment_intent_write', 'payment_intents', page),
  get('setup_intent_write', 'setup_intents', page),
  post('setup_intent_write', 'setup_intents', { customer: 'cus_none' }),
  post('setup_intent_write', setup, { customer: 'cus_none' }),
  post('setup_intent_write', `${setup}/confirm`, { expand: ['latest_attempt'] }),
  post('setup_intent_write', `${setup}/cancel`),
  get('setup_intent_write', setup),
  get('setup_intent_write', setup, { expand: ['latest_attempt'] }),
  post('payment_method_write', 'payment_methods'),
  get('payment_method_write', 'payment_methods', { ...page, customer: 'cus_none' }),
  get('payment_method_write', 'payment_methods/pm_none'),
  post('payment_method_write', 'payment_methods/pm_none/detach'),
  post('customer_write', 'customers', { payment_method: 'pm_none' }),
  get('customer_write', 'customers/cus_none'),
  remove('customer_write', 'customers/cus_none'),
  post('token_write', 'tokens'),
  post('charge_write', 'refunds', { payment_intent: 'pi_none', expand: ['balance_transaction'] }),
  get('charge_write', 'refunds', { ...page, expand: ['data.balance_transaction'] }),
  get('charge_write', 'refunds', {
    ...page,
    expand: ['data.balance_transaction', 'data.failure_balance_transaction'],
  }),
  get('charge_write', 'radar/early_fraud_warnings', page),
  get('dispute_write', 'disputes', page),
  get('dispute_write', 'disputes/du_none'),
  post('dispute_write', 'disputes/du_none', { submit: false }),
  post('file_write', 'files', { purpose: 'dispute_evidence' }),
  get('balance_read', 'balance'),
  get('balance_read', 'balance_transactions', page),
  get('balance_transaction_source_read', 'balance_transactions', { ...page, expand: ['data.source'] }),
  get('balance_transaction_source_read', 'balance_transactions/txn_none', { expand: ['source'] }),
  get('payout_read', 'payouts', page),
  get('payout_read', 'payouts/po_none'),
];

/** The number of simultaneous requests. Stripe limits the requests of test mode to 25 per second. */
const atOnce = 6;

/**
 * Asks Stripe for each right. If Stripe's answer is unclear, the client logs it, and the right does not count as
 * missing.
 *
 * @returns the names of the missing rights in Stripe's dashboard
 * @throws if Stripe refuses the key itself, or its access to the account
 */
export async function missingRights(account?: string): Promise<string[]> {
  const missing = new Set<string>();
  for (let first = 0; first < probes.length; first += atOnce) {
    const group = probes.slice(first, first + atOnce);
    const found = await Promise.all(group.map((probe) => lackedBy(probe, account)));
    for (const right of found.flat()) missing.add(right);
  }
  const known = Object.keys(rights).filter((right) => missing.delete(right));
  return [...known.map((right) => rights[right] as string), ...missing];
}

async function lackedBy({ right, method, ...request }: Probe, account?: string): Promise<string[]> {
  const answer = await ask({ ...request, account, key: method === 'POST' ? randomUUID() : undefined });
  if (answer.state !== 'refused') return [];
  if (answer.status === 401 || answer.error.code === 'account_invalid')
    throw new Error(`Stripe refuses the key, or its access to the account: ${causeOf(answer)}`);
  if (!isRefusedKey(answer.status)) return [];
  const named = rightsIn(answer);
  return named.length > 0 ? named : [right];
}

/**
 * The rights that a refusal names, such as `'rak_charge_read'`. A right to write includes the right to read, so the
 * guide asks for the right to write if Florin needs both.
 */
function rightsIn({ error }: Extract<Answer<unknown>, { state: 'refused' }>): string[] {
  const named = [...(error.message ?? '').matchAll(/'(?:rak_)?([a-z_]+_(?:read|write))'/g)];
  return named.map(([, right = '']) => {
    const writing = right.replace(/_read$/, '_write');
    return writing in rights ? writing : right;
  });
}
