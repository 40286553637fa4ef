import type { Id } from '#domain/id.ts';
import { forgottenAt, mostAddresses, type Receipts } from '#domain/transactions/receipt.ts';
import { receiptsKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { update } from '../table/transact.ts';
import { unlessUnneeded, unneeded } from '../table/unneeded-writes.ts';

/**
 * Stores that somebody has asked for a receipt, so that the table's stream mails it. Changes nothing if the address has
 * already asked, or if there are as many addresses as allowed.
 */
export async function askForReceipt(
  transactionId: Id,
  email: string,
  { merchantId, language, locale }: Pick<Receipts, 'merchantId' | 'language' | 'locale'>,
): Promise<void> {
  const address = email.toLowerCase();
  await unlessUnneeded([
    {
      item: update(
        receiptsKey(transactionId),
        'ADD addresses :addresses SET merchantId = :merchantId, #language = :language, locale = :locale, expires = :expires',
        {
          ':addresses': new Set([address]),
          ':address': address,
          ':most': mostAddresses,
          ':merchantId': merchantId,
          ':language': language,
          ':locale': locale,
          ':expires': forgottenAt(transactionId),
        },
        {
          names: { '#language': 'language' },
          condition:
            'attribute_not_exists(addresses) OR (size(addresses) < :most AND NOT contains(addresses, :address))',
        },
      ),
      onFailed: unneeded,
    },
  ]);
}

/** The addresses that asked for receipts, except expired ones. */
export const getReceipts = (transactionId: Id): Promise<(Item & Receipts) | undefined> =>
  get<Item & Receipts>(receiptsKey(transactionId));
