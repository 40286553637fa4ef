import { firstCharacters } from '#basics/first-characters.ts';
import { type AcquirerFee, completeFees, type FeeKind } from '#domain/transactions/operation.ts';
import { fromStripe } from './currency-units.ts';
import { dateOf } from './seconds.ts';
import type { BalanceTransaction } from './shapes.ts';

/** https://docs.stripe.com/api/balance_transactions/object#balance_transaction_object-fee_details-type */
const kinds: Record<string, FeeKind> = {
  stripe_fee: 'processing',
  payment_method_passthrough_fee: 'network',
  application_fee: 'application',
  tax: 'tax',
  withheld_tax: 'withheld_tax',
};

/** The most characters of Stripe's text that Florin stores. */
const longest = 200;

/** The parts of a fee. Some API versions of Stripe answer without the details of the fee. */
export function feesOf(entry: BalanceTransaction): AcquirerFee[] | undefined {
  if (!entry.fee_details) return undefined;
  const currency = entry.currency.toUpperCase();
  const fees = entry.fee_details.map(({ type, amount, description }) => ({
    kind: kinds[type] ?? 'other',
    amount: fromStripe(amount, currency),
    ...(description ? { description: firstCharacters(description, longest) } : {}),
  }));
  return completeFees(fees, fromStripe(entry.fee, currency));
}

/** The day on which the money of an entry can be paid out. */
export const availableOn = ({ available_on }: BalanceTransaction): string | undefined =>
  available_on === undefined ? undefined : dateOf(available_on).slice(0, 10);
