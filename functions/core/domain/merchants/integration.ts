import type { Merchant } from './merchant.ts';

/** The abilities that a live merchant's account at its acquirer has at the moment. */
export interface Integration {
  /** The account takes new payments. */
  payments: boolean;
  /** The acquirer sends the account's money to the merchant's bank. */
  payouts: boolean;
}

type Connected = Pick<Merchant, 'test' | 'acquirer'>;

/** Whether there is an acquirer for a merchant. A live merchant has none until an operator has connected it. */
export const takesPayments = ({ test, acquirer }: Connected): boolean =>
  test || (acquirer !== undefined && !acquirer.disabled && !acquirer.blocked);

export const integrationOf = (merchant: Connected): Integration => ({
  payments: takesPayments(merchant),
  payouts: merchant.acquirer !== undefined && !merchant.acquirer.payoutsBlocked,
});

/**
 * Compares a merchant's integration before and after a change. The result is `disabled` if payments or payouts
 * stopped, and `enabled` if one of them started again and none stopped. There is no result for the first connection.
 */
export function integrationChange(before: Connected, now: Connected): 'disabled' | 'enabled' | undefined {
  if (now.test || !before.acquirer || !now.acquirer) return undefined;
  const [was, is] = [integrationOf(before), integrationOf(now)];
  if ((was.payments && !is.payments) || (was.payouts && !is.payouts)) return 'disabled';
  return was.payments !== is.payments || was.payouts !== is.payouts ? 'enabled' : undefined;
}
