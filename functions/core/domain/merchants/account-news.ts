import type { Merchant } from './merchant.ts';

/** A change of an account at an acquirer that its merchant has to know of. */
export interface AccountNews {
  kind: 'paymentsStopped' | 'paymentsBack' | 'payoutsStopped' | 'payoutsBack' | 'asked';
  /** Until when the acquirer must have information so that the account stays enabled, ISO 8601. */
  deadline?: string;
}

type Connected = Pick<Merchant, 'acquirer'>;

/**
 * The news in a change of a merchant. An operator who stops a merchant, or connects it, is no news of the acquirer; nor are
 * payments while the operator stops them.
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
