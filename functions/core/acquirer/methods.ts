import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { type Method, takes } from '#domain/methods/method.ts';
import { capabilitiesOf } from './registry.ts';
import { simulatedAccount } from './simulated/payments.ts';

type Paid = Pick<Merchant, 'test' | 'acquirer' | 'methods'>;

/** The account that a merchant's payments by other methods than a card use: of a test merchant, the simulated one. */
export const methodAccountOf = ({ test, acquirer }: Paid): AcquirerAccount | undefined =>
  test ? simulatedAccount : acquirer;

/** The row of a method at an acquirer, even if no account uses it any more. */
export const methodAt = (account: AcquirerAccount, type: string): Method | undefined =>
  capabilitiesOf(account).methods?.find((method) => method.type === type);

/** The methods that a merchant can choose: those that the acquirer has switched on for its account. */
export function methodsOf(merchant: Paid): readonly Method[] {
  const account = methodAccountOf(merchant);
  const known = (account && capabilitiesOf(account).methods) ?? [];
  return merchant.test ? known : known.filter(({ type }) => merchant.acquirer?.methods?.includes(type));
}

/**
 * The methods, in the merchant's order, with which a customer can pay an amount in minor units.
 */
export function offeredMethods(merchant: Paid, amount: number, currency: string): readonly Method[] {
  const known = methodsOf(merchant);
  const chosen = (merchant.methods ?? []).flatMap(
    (type) => known.find((method) => method.type === type) ?? [],
  );
  return chosen.filter((method) => takes(method, amount, currency));
}
