import { newId } from '#domain/id.ts';
import { openTransaction, type Transaction } from '#domain/transactions/transaction.ts';
import { someMerchant } from './some-merchant.ts';

/**
 * An authorization of real money in EUR.
 *
 * @param amount minor units
 * @param currency the merchant's currency
 */
export const liveAuthorization = (amount: number, manyCaptures: boolean, currency = 'EUR'): Transaction =>
  openTransaction(someMerchant({ test: false, currency }), {
    id: newId(),
    currency: 'EUR',
    amount,
    descriptor: 'Shop',
    card: { bin: '424242', last4: '4242', expiry: '', scheme: 'visa', code: { present: true } },
    recurring: false,
    acquirer: { acquirer: 'stripe', reference: 'pi_1', manyCaptures },
  });
