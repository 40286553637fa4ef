import { type AccountFacts, AccountRefused } from '../../setup.ts';
import { isLiveKey, keys } from '../api/api-keys.ts';
import { ask } from '../api/client.ts';
import { causeOf } from '../api/read.ts';
import { dateOf, lastSecond } from '../api/shapes.ts';
import { methodsIn } from '../methods.ts';

/**
 * Reads an account in the same way as payments do, so that the answer tells what payments will get
 * (https://docs.stripe.com/api/accounts/retrieve).
 *
 * @param account `acct_…`; absent for the account of the key
 * @throws if the account does not exist, or is not connected
 */
export async function validateAccount(account?: string): Promise<AccountFacts> {
  const answer = await ask<Account>({
    path: 'account',
    account,
  });
  // A revoked key (401) or a missing right says nothing about the account.
  if (answer.state === 'refused' && answer.status === 403 && answer.error.code === 'account_invalid')
    throw new AccountRefused(`Stripe refuses us access to the account: ${causeOf(answer)}`);
  if (answer.state !== 'done') throw new Error(`Stripe does not show the account: ${causeOf(answer)}`);
  const {
    default_currency,
    country,
    charges_enabled,
    payouts_enabled,
    settings,
    requirements,
    capabilities,
  } = answer.body;
  const prefix = settings?.card_payments?.statement_descriptor_prefix ?? undefined;
  const live = isLiveKey(await keys.current());
  return {
    currency: default_currency.toUpperCase(),
    country,
    chargesEnabled: charges_enabled,
    payoutsEnabled: payouts_enabled,
    asksUntil: deadlineIn(requirements),
    methods: methodsIn(capabilities),
    prefix,
    live,
  };
}

/**
 * Reads the deadline for information
 * (https://docs.stripe.com/api/accounts/object#account_object-requirements-current_deadline). A deadline that Florin
 * cannot read is left out, since the rest of the account is still valid.
 */
function deadlineIn(requirements: Account['requirements']): string | undefined {
  const { currently_due, current_deadline } = requirements ?? {};
  const seconds = Number.isInteger(current_deadline) ? Number(current_deadline) : 0;
  return currently_due?.length && seconds > 0 && seconds <= lastSecond ? dateOf(seconds) : undefined;
}

interface Account {
  default_currency: string;
  country: string;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  /** By name: `active`, `inactive` or `pending`. */
  capabilities?: Record<string, string | undefined> | null;
  requirements?: { currently_due?: string[] | null; current_deadline?: number | null } | null;
  settings?: { card_payments?: { statement_descriptor_prefix?: string | null } };
}
