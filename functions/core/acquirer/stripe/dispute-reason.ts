/**
 * The reason of a dispute, by Stripe's categories (https://docs.stripe.com/disputes/categories), with Visa's most
 * common code for each if the network's own code is not known.
 */
const categories: Record<string, [code: number, title: string]> = {
  fraudulent: [10.4, 'Fraudulent'],
  unrecognized: [10.4, 'Unrecognized'],
  bank_cannot_process: [11.3, 'Bank cannot process'],
  incorrect_account_details: [12.4, 'Incorrect account details'],
  duplicate: [12.6, 'Duplicate'],
  product_not_received: [13.1, 'Product not received'],
  subscription_canceled: [13.2, 'Subscription canceled'],
  product_unacceptable: [13.3, 'Product unacceptable'],
  credit_not_processed: [13.6, 'Credit not processed'],
};

/** @param network the code of the card's network: `10.4` at Visa, `4837` at Mastercard, `C02` at American Express */
export function disputeReasonOf(category: string, network?: string | null): { code: number; title: string } {
  const [code, title] = categories[category] ?? [0, titleOf(category)];
  const own = network ? Number(network) : Number.NaN;
  return { code: Number.isFinite(own) ? own : code, title };
}

const titleOf = (category: string): string =>
  (category.charAt(0).toUpperCase() + category.slice(1)).replaceAll('_', ' ');
