import type { Card } from '#domain/cards/card.ts';
import { newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { openTransaction, type Transaction } from '#domain/transactions/transaction.ts';

export const someCard: Card = {
  bin: '424242',
  last4: '4242',
  expiry: '2090-12-31T23:59:59.999Z',
  scheme: 'visa',
  code: { present: true },
};

/** A new payment of 10.00. */
export const somePayment = (
  merchant: Merchant,
  over: Partial<Parameters<typeof openTransaction>[1]> = {},
): Transaction =>
  openTransaction(merchant, {
    ...{ id: newId(), currency: 'EUR', amount: 1000, descriptor: 'Shop', recurring: false, card: someCard },
    ...over,
  });
