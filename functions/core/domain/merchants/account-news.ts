import type { Merchant } from './merchant.ts';

/** A change of an account at an acquirer that Florin reports to the merchant. */
export interface AccountNews {
  kind: 'paymentsStopped' | 'paymentsBack' | 'payoutsStopped' | 'payoutsBack' | 'asked';
  /** The time until which the owner must give the acquirer information, so that the account stays enabled, ISO 8601. */
  deadline?: string;
}

type Connected = Pick<Merchant, 'acquirer'>;

/**
 * Finds the changes that the acquirer has made. Leaves out changes by an operator, who connects or disables a
 * merchant, and changes of whether the account takes payments while an operator has disabled the merchant.
 */
export function accountNewsIn(before: Connected, now: Connected): AccountNews[] {
  const [was, is] = [before.acquirer, now.acquirer];
  if (!was || !is || was.account !== is.account) return [];
  const news: AccountNews[] = [];
  if (!is.disabled && Boolean(was.blocked) !== Boolean(is.blocked))
    news.push({ kind: is.blocked ? 'paymentsStopped' : 'paymentsBack' });
  if (Boolean(was.payoutsBlocked) !== Boolean(is.payoutsBlocked))
    news.push({ kind: is.payoutsBlocked ? 'payoutsStopped' : 'payoutsBack' });
  if (is.asksUntil && is.asksUntil !== was.asksUntil) news.push({ kind: 'asked', deadline: is.asksUntil });
  return news;
}
