import type { Id } from '#domain/id.ts';
import { hasLedger } from '#store/ledger/balance.ts';
import { accountsOf } from '#store/merchants/acquirer-accounts.ts';
import { getApp } from '#store/merchants/apps.ts';
import { founderOf } from '#store/merchants/founders.ts';
import { listUsers, userOf } from '#store/merchants/members.ts';
import { findMerchant, type StoredMerchant } from '#store/merchants/merchants.ts';
import {
  endTrial,
  hasPayments,
  postponeTrial,
  removeRest,
  removeTrialMerchant,
  type Trial,
} from '#store/merchants/trials.ts';
import { StaleRead } from '#store/table/retry.ts';

/** The most items of one merchant that a run deletes. The next run continues. */
const mostDeleted = 1000;

/** The most users of a merchant that are read. A merchant with more of them counts as used. */
const mostUsers = 1000;

export type Review = 'kept' | 'postponed' | 'removed';

/**
 * Looks at a live merchant that an app has made for which nobody vouches. The merchant is removed if an operator has never
 * connected it with an acquirer, it has no payment, no ledger and no vouched app, and none of its users has signed in for as long
 * as a merchant may wait.
 *
 * @param wait in milliseconds: how long a merchant may wait for its connection
 */
export async function reviewTrial(trial: Trial, now: number, wait: number): Promise<Review> {
  const { id } = trial;
  if (!trial.removing) {
    const merchant = await findMerchant(id);
    if (merchant && (await mustStay(merchant))) return end(id, 'kept');
    const used = await lastSignIn(id);
    if (used + wait > now) {
      await postponeTrial(id, used + wait);
      return 'postponed';
    }
    try {
      if (merchant) await removeTrialMerchant(trial);
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
      return 'postponed';
    }
  }
  return (await removeRest(id, mostDeleted)) ? 'postponed' : end(id, 'removed');
}

async function end(id: Id, review: Review): Promise<Review> {
  await endTrial(id);
  return review;
}

/** Whether a merchant has money, or somebody whom an operator knows. */
async function mustStay(merchant: StoredMerchant): Promise<boolean> {
  const { id, test, acquirer } = merchant;
  if (test || acquirer) return true;
  const [accounts, isBooked, isPaid, founder] = await Promise.all([
    accountsOf(merchant),
    hasLedger(id),
    hasPayments(id),
    founderOf(id),
  ]);
  if (accounts.length > 0 || isBooked || isPaid) return true;
  return founder !== undefined && ((await getApp(founder))?.vouched ?? false);
}

/** When one of a merchant's users has signed in last, in milliseconds since 1970; 0 if none has joined the merchant. */
async function lastSignIn(merchantId: Id): Promise<number> {
  let [last, count] = [0, 0];
  for await (const { email, invited } of listUsers(merchantId, { limit: 100 })) {
    if (++count > mostUsers) return Number.POSITIVE_INFINITY;
    if (invited === undefined) last = Math.max(last, (await userOf(email))?.signedIn ?? 0);
  }
  return last;
}
