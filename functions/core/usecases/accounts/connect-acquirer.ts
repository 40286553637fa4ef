import { setupOf } from '#acquirer/registry.ts';
import type { AccountFacts } from '#acquirer/setup.ts';
import type { Id } from '#domain/id.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { statementOf } from '#domain/merchants/descriptor.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import type { PlatformFee } from '#domain/money/platform-fee.ts';
import { type AuthorizationSettings, setAcquirer } from '#store/merchants/acquirer-accounts.ts';
import { findMerchant } from '#store/merchants/merchants.ts';

/** An operator's settings of a merchant's payments. An absent setting stays as it was with this account. */
export interface WantedSettings extends Pick<AuthorizationSettings, 'extended' | 'increments'> {
  fee?: Pick<PlatformFee, 'basisPoints' | 'flat'> | 'none';
  /** Whether refunds return their part of the fee. */
  returnsFee?: boolean;
}

/**
 * The account that a merchant is connected with, and the settings in force. An operator need not name the account to
 * disable it.
 */
export type Connection = AcquirerAccount & { settings: AuthorizationSettings };

/**
 * Connects a live merchant with its account at an acquirer. If the account is to be disabled, the merchant takes no
 * new payments. Its open payments can still be finished, captured and refunded.
 *
 * @param named the account as the operator names it, which may be `ownAccount`
 * @param mode the kind of the acquirer's keys that this stage takes. Live keys move real money, in production
 * @throws if the merchant is a test merchant, the key is not of the stage's mode or lacks rights, the account cannot
 *   take money in the merchant's currency, or the account belongs to another merchant
 */
export async function connectAcquirer(
  merchantId: Id,
  named: AcquirerAccount,
  enabled: boolean,
  mode: 'test' | 'live',
  wanted: WantedSettings = {},
): Promise<Connection> {
  const merchant = await findMerchant(merchantId);
  if (!merchant) throw new Error(`There is no merchant ${merchantId}`);
  if (merchant.test) throw new Error(`${merchantId} is a test merchant, whose acquirer is simulated`);
  const to = accountFor(merchant, named);
  if (!enabled) {
    const { acquirer, account } = connectionOf(merchant, to);
    const settings = merchant.acquirer ?? {};
    await setAcquirer(merchant, { acquirer, account }, false, settings);
    return { acquirer, account, settings };
  }
  const settings = settingsOf(merchant, to, wanted);
  if (!statementOf(merchant.descriptor))
    throw new Error(`The descriptor of ${merchantId} has no letter, so that no bank statement shows it`);
  const setup = setupOf(to);
  const missing = await setup.missingRights(to.account);
  if (missing.length > 0)
    throw new Error(`The key of ${to.acquirer} lacks rights. Give it: ${missing.join(', ')}`);
  const facts = await setup.validateAccount(to.account);
  const [fault] = faultsOf(merchant, to, facts, mode);
  if (fault) throw new Error(fault);
  const { payoutsEnabled, asksUntil, prefix, methods } = facts;
  const state = { prefix, payoutsBlocked: !payoutsEnabled, asksUntil, methods };
  await setAcquirer(merchant, to, true, { ...state, ...settings });
  return { ...to, settings };
}

/** The reasons why a merchant cannot take payments with an account. */
function faultsOf(
  merchant: Merchant,
  { acquirer }: AcquirerAccount,
  { live, chargesEnabled, currency }: AccountFacts,
  mode: 'test' | 'live',
): string[] {
  const faults: string[] = [];
  if (live !== (mode === 'live'))
    faults.push(
      `The key of ${acquirer} is ${live ? 'live' : 'of its test mode'}, and this stage takes ${mode} keys only (the setting acquirerMode)`,
    );
  if (!chargesEnabled) faults.push(`The account at ${acquirer} cannot take payments yet`);
  if (currency !== merchant.currency)
    faults.push(`The account at ${acquirer} is in ${currency}, but the merchant is in ${merchant.currency}`);
  return faults;
}

/** The state of a merchant's connection, which a check has not changed. */
export interface CheckedConnection extends AcquirerAccount {
  enabled: boolean;
  /** The rights that the key lacks, in the acquirer's words. */
  missing: string[];
  /** The reasons why the account takes no payments. */
  faults: string[];
}

/**
 * Checks a merchant's connection as {@link connectAcquirer} does, and changes nothing.
 *
 * @throws if the merchant has no acquirer, or the acquirer refuses the key or its access to the account
 */
export async function checkConnection(merchantId: Id, mode: 'test' | 'live'): Promise<CheckedConnection> {
  const merchant = await findMerchant(merchantId);
  const to = merchant?.acquirer;
  if (!merchant || !to) throw new Error(`There is no merchant ${merchantId} with an acquirer`);
  const { acquirer, account, disabled } = to;
  const setup = setupOf(to);
  const missing = await setup.missingRights(account);
  const faults = faultsOf(merchant, to, await setup.validateAccount(account), mode);
  return { acquirer, account, enabled: !disabled, missing, faults };
}

/** The name by which an operator refers to the account of the stage's own key, which Florin stores without an id. */
export const ownAccount = 'own';

/**
 * Returns the account that an operator means. If the operator names no account, the merchant keeps its present
 * account. It must not get the account of the stage's key by default: that account belongs to the platform, which
 * would receive the merchant's payments.
 */
function accountFor({ acquirer: known }: Merchant, { acquirer, account }: AcquirerAccount): AcquirerAccount {
  if (account === undefined)
    return { acquirer, account: known?.acquirer === acquirer ? known.account : undefined };
  return { acquirer, account: account === ownAccount ? undefined : account };
}

/**
 * Completes the settings.
 *
 * @throws if an operator wants a fee without naming a connected account, or wants refunds to return a fee although
 * there is no fee
 */
function settingsOf(merchant: Merchant, to: AcquirerAccount, wanted: WantedSettings): AuthorizationSettings {
  const before: AuthorizationSettings = (isSameAccount(merchant.acquirer, to) && merchant.acquirer) || {};
  const returned = wanted.returnsFee ?? before.fee?.returned ?? false;
  const terms = wanted.fee ?? before.fee ?? 'none';
  if (terms !== 'none' && to.account === undefined)
    throw new Error('A platform can only take a fee from a connected account: name the account (--account)');
  if (terms === 'none' && wanted.returnsFee !== undefined)
    throw new Error('There is no fee that a refund could return: name it (--fee)');
  return {
    extended: wanted.extended ?? before.extended,
    increments: wanted.increments ?? before.increments,
    fee: terms === 'none' ? undefined : { basisPoints: terms.basisPoints, flat: terms.flat, returned },
  };
}

/**
 * Returns the merchant's connection.
 *
 * @throws if the merchant is not connected with the account that the operator names
 */
function connectionOf({ id, acquirer: known }: Merchant, to: AcquirerAccount): AcquirerAccount {
  if (!known || known.acquirer !== to.acquirer)
    throw new Error(`Merchant ${id} is not connected with ${to.acquirer}`);
  if (to.account !== known.account)
    throw new Error(`Merchant ${id} is connected with ${known.account ?? 'the account of the key'}`);
  return known;
}
