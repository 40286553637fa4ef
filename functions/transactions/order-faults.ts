import { isCurrency } from '#domain/money/currency.ts';
import type { Fault } from '#domain/outcome.ts';
import { customFaults } from '#domain/transactions/custom.ts';
import type { Requests } from '#schemas/index.ts';
import { paymentSources } from '#schemas/payment-sources.ts';

/** The faults of a recurring transaction that its schema cannot find. */
export function orderFaults(order: Partial<Requests['transactionCreate']>): Fault[] {
  const { currency, custom } = order;
  const faults = customFaults(custom);
  if (currency !== undefined && !isCurrency(currency))
    faults.push({ field: 'currency', message: 'Must be an ISO 4217 currency' });
  if (!paymentSources.some((name) => name in order))
    faults.push({ field: 'transactionId', message: 'Is required' });
  return faults;
}
