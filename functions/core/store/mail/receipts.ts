import { inSeconds } from '#basics/time.ts';
import { type Id, newId } from '#domain/id.ts';
import { Refused } from '#domain/outcome.ts';
import {
  type CustomerMail,
  forgottenAt,
  mostAddresses,
  mostMailsAgain,
  type Receipts,
} from '#domain/transactions/receipt.ts';
import { receiptMails, receiptsKey } from '../table/keys.ts';
import { get, type Item, stream } from '../table/read.ts';
import { transact, update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneededWrite } from '../table/unneeded-writes.ts';

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
      onFailed: unneededWrite,
    },
  ]);
}

/**
 * Stores that a user of the console sends the receipt to an address, so that the table's stream mails it. The language of an
 * earlier request stays.
 *
 * @throws Refused if users have sent as many mails as allowed
 */
export const sendReceiptAgain = (
  transactionId: Id,
  email: string,
  { merchantId, language, locale }: Pick<Receipts, 'merchantId' | 'language' | 'locale'>,
  alongside: readonly Write[] = [],
): Promise<void> =>
  transact([
    ...alongside,
    {
      item: update(
        receiptsKey(transactionId),
        'ADD sent :one SET again = :again, merchantId = :merchantId, #language = if_not_exists(#language, :language), locale = if_not_exists(locale, :locale), expires = :expires',
        {
          ':one': 1,
          ':again': { id: newId(), email },
          ':most': mostMailsAgain,
          ':merchantId': merchantId,
          ':language': language,
          ':locale': locale,
          ':expires': forgottenAt(transactionId),
        },
        {
          names: { '#language': 'language' },
          condition: 'attribute_not_exists(sent) OR sent < :most',
        },
      ),
      onFailed: () =>
        new Refused([{ field: 'email', message: `The receipt was sent ${mostMailsAgain} times already` }]),
    },
  ]);

/** The addresses that asked for receipts, except expired ones. */
export const getReceipts = (transactionId: Id): Promise<(Item & Receipts) | undefined> =>
  get<Item & Receipts>(receiptsKey(transactionId));

/** The most mails of a payment that are read: its receipts, and those of its first refunds. */
const mostMails = 300;

/**
 * The mails to customers about a payment whose outcome is known, the newest first. They are deleted together with the
 * addresses. A mail whose sending is not proven is not among them.
 */
export async function customerMails(transactionId: Id): Promise<CustomerMail[]> {
  if (forgottenAt(transactionId) <= inSeconds(Date.now())) return [];
  const { pk, prefix } = receiptMails(transactionId);
  const mails: CustomerMail[] = [];
  let read = 0;
  for await (const { shown } of stream<{ shown?: CustomerMail }>({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    Limit: mostMails,
  })) {
    // Mails of earlier releases have no outcome.
    if (shown) mails.push(shown);
    if (++read === mostMails) break;
  }
  return mails.sort((a, b) => b.at - a.at);
}
