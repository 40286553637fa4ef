import { randomUUID } from 'node:crypto';
import { isRefusedKey } from '../api/classify-refusal.ts';
import { type Ask, ask } from '../api/client.ts';
import { causeOf } from '../api/read.ts';

const page = { limit: 1 };

/**
 * The rights that a restricted key needs, by their names in Stripe's dashboard (https://docs.stripe.com/keys/restricted-api-keys),
 * each with a request that has no effect: it reads one object, or changes one that does not exist.
 */
const rights: Record<string, Omit<Ask, 'account'>> = {
  'Accounts: read': { path: 'account' },
  'PaymentIntents: write': { path: 'payment_intents/pi_none/cancel', key: 'post' },
  'SetupIntents: write': { path: 'setup_intents/seti_none/cancel', key: 'post' },
  'PaymentMethods: write': { path: 'payment_methods/pm_none', key: 'post' },
  'Customers: write': { path: 'customers/cus_none', key: 'post' },
  'Tokens: write': { path: 'tokens', key: 'post' },
  'Charges and Refunds: write': { path: 'refunds', key: 'post', form: { payment_intent: 'pi_none' } },
  'Disputes: write': { path: 'disputes/dp_none', key: 'post' },
  'Files: write': { path: 'files', key: 'post', form: { purpose: 'dispute_evidence' } },
  'Balance: read': { path: 'balance' },
  'Balance transactions: read': { path: 'balance_transactions', form: page },
  'Payouts: read': { path: 'payouts', form: page },
};

/**
 * Asks Stripe for each right. If Stripe's answer is unclear, the right is logged, and does not count as missing.
 *
 * @throws if Stripe refuses the key itself, or its access to the account
 */
export async function missingRights(account?: string): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(rights).map(async ([right, request]) => {
      const answer = await ask({ ...request, account, key: request.key && randomUUID() });
      if (answer.state !== 'refused') return [];
      if (answer.status === 401 || answer.error.code === 'account_invalid')
        throw new Error(`Stripe refuses the key, or its access to the account: ${causeOf(answer)}`);
      return isRefusedKey(answer.status) ? [right] : [];
    }),
  );
  return found.flat();
}
