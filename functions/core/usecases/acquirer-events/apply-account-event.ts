import { setupOf } from '#acquirer/registry.ts';
import { AccountRefused } from '#acquirer/setup.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { log } from '#observability/log.ts';
import { acquirerRefusal } from '#observability/metrics.ts';
import { blockAcquirer, merchantOfAccount } from '#store/merchants/acquirer-accounts.ts';
import { findMerchant } from '#store/merchants/merchants.ts';

/** How often Florin asks the acquirer in a row, while each answer differs from the stored state. */
const mostTurns = 5;

/**
 * Stops a merchant's new payments while its account cannot take payments, lets them continue afterwards, and stores
 * whether the account is paid out, and which methods beside cards it has. Florin asks the acquirer for the account's present state, as events come in any
 * order. Authorized payments can still be captured and refunded. The table's stream triggers the events that report
 * each change to the merchant.
 *
 * @throws if the acquirer does not answer, or its answers keep changing: the queue delivers the event again
 */
export async function applyAccountEvent(account: AcquirerAccount): Promise<void> {
  const merchantId = await merchantOfAccount(account);
  if (!merchantId) return;
  // Another event may store a newer answer before this one is written, so Florin asks once more after each write.
  for (let turn = 0; turn < mostTurns; turn++) {
    const merchant = await findMerchant(merchantId);
    if (!merchant || !isSameAccount(merchant.acquirer, account)) return;
    if (!(await storeState(merchant, account))) return;
  }
  throw new Error(`The account of ${merchantId} keeps changing`);
}

/** @returns whether the account's state differs from the stored one */
async function storeState(merchant: Merchant, account: AcquirerAccount): Promise<boolean> {
  const { blocked: wasBlocked = false, payoutsBlocked: hadNoPayouts = false } = merchant.acquirer ?? {};
  const { asksUntil: asked = false, methods: had = [] } = merchant.acquirer ?? {};
  const now = await stateOf(account);
  const { blocked, payoutsBlocked = hadNoPayouts, asksUntil = asked, methods = had } = now;
  const hasSameMethods = [...had].sort().join() === [...methods].sort().join();
  if (wasBlocked === blocked && hadNoPayouts === payoutsBlocked && asked === asksUntil && hasSameMethods)
    return false;
  await blockAcquirer(merchant, account, { blocked, payoutsBlocked, asksUntil, methods });
  const state = { merchantId: merchant.id, ...account, blocked, payoutsBlocked, asksUntil, methods };
  if (!blocked || wasBlocked === blocked) log('info', state);
  else log('error', { ...state, ...acquirerRefusal() });
  return true;
}

interface AccountState {
  /** Why the account cannot take payments. */
  blocked: 'charges disabled' | 'no access' | false;
  /** Absent if the acquirer does not say. */
  payoutsBlocked?: boolean;
  /** The time until which the owner must give the acquirer information; absent if the acquirer does not say. */
  asksUntil?: string | false;
  /** The types of the methods beside cards that the account may use; absent if the acquirer does not say. */
  methods?: readonly string[];
}

async function stateOf(account: AcquirerAccount): Promise<AccountState> {
  try {
    const facts = await setupOf(account).validateAccount(account.account);
    const { chargesEnabled, payoutsEnabled, asksUntil = false, methods = [] } = facts;
    return {
      blocked: chargesEnabled ? false : 'charges disabled',
      payoutsBlocked: !payoutsEnabled,
      asksUntil,
      methods,
    };
  } catch (error) {
    if (error instanceof AccountRefused) return { blocked: 'no access' };
    throw error;
  }
}
