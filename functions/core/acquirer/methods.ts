import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { type Method, takes } from '#domain/methods/method.ts';
import type { Fault } from '#domain/outcome.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { capabilitiesOf } from './registry.ts';
import { simulatedAccount } from './simulated/payments.ts';

type Paid = Pick<Merchant, 'test' | 'acquirer' | 'methods'>;

/** The terms of a payment that limit its methods: those of its link, if it has one. */
export type MethodTerms = Partial<Pick<PaymentLink, 'methods' | 'recurring' | 'capture'>>;

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
 * The methods, in the merchant's order, with which a customer can pay an amount in minor units. Only cards can be charged
 * again without the customer, so recurring payments offer no other method. A link that only holds the money offers no method
 * that takes it immediately.
 */
export function offeredMethods(
  merchant: Paid,
  amount: number,
  currency: string,
  { methods, recurring, capture }: MethodTerms = {},
): readonly Method[] {
  if (recurring) return [];
  const known = methodsOf(merchant);
  const chosen = (merchant.methods ?? []).flatMap(
    (type) => known.find((method) => method.type === type) ?? [],
  );
  return chosen.filter(
    (method) =>
      (!methods || methods.includes(method.type)) &&
      !(capture === false && method.captured === 'at once') &&
      takes(method, amount, currency),
  );
}

/**
 * The faults of a merchant's choice. A method that the account has lost since can remain in the setting: Florin does not
 * offer it.
 */
export const methodFaults = (merchant: Paid, chosen: readonly string[] | undefined): Fault[] =>
  unknownFaults(
    chosen,
    methodsOf(merchant).map(({ type }) => type),
    { among: "the methods of the merchant's account", none: "the merchant's account has no methods" },
    merchant.methods,
  );

/** The faults of the methods of a new link, which can only be some of the merchant's choice. */
export const linkMethodFaults = (merchant: Paid, { methods, recurring }: MethodTerms): Fault[] =>
  recurring && methods && methods.length > 0
    ? [
        {
          field: 'methods',
          message:
            'Must be empty or absent: only cards can be charged again, so a recurring link takes cards alone',
        },
      ]
    : unknownFaults(methods, merchant.methods ?? [], {
        among: "the merchant's `methods`",
        none: 'the merchant has not chosen any `methods`',
      });

function unknownFaults(
  chosen: readonly string[] = [],
  known: readonly string[],
  { among, none }: { among: string; none: string },
  kept: readonly string[] = [],
): Fault[] {
  const unknown = chosen.filter((type) => !known.includes(type) && !kept.includes(type));
  if (unknown.length === 0) return [];
  const must = known.length > 0 ? `Must be among ${among}: ${known.join(', ')}` : `Must be empty: ${none}`;
  return [{ field: 'methods', message: `${must}; got ${unknown.join(', ')}` }];
}
