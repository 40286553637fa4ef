import validator from 'validator:receiptCreate';
import { requireFound } from '#domain/outcome.ts';
import { hasReceipt } from '#domain/transactions/receipt.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { body } from '#http/body/body.ts';
import { knownQuery, strict } from '#http/body/unknown-fields.ts';
import { languageOf } from '#http/request/request-language.ts';
import { posApi, posError } from '#http/routes/pos-api.ts';
import { languages } from '#messages/languages.ts';
import type { Requests } from '#schemas/index.ts';
import { askForReceipt } from '#store/mail/receipts.ts';
import { merchantOfKey } from '#store/merchants/merchants.ts';
import { getLink } from '#store/transactions/links.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { requireMerchant } from './payee.ts';

/**
 * Mails the receipt of a payment to the customer who asks for it. The answer is always the same: it reveals nothing
 * about mailboxes, other customers' requests or quotas.
 */
export const handler = posApi('POST /payments/receipts')
  .use(strict())
  .use(knownQuery([]))
  .use(body<Requests['receiptCreate']>(validator))
  .handler(async (event, { body: { integration, transactionId, email, locale } }) => {
    const [merchant, transaction] = await Promise.all([
      merchantOfKey(integration.key),
      getTransactionState(transactionId),
    ]);
    requireMerchant(merchant);
    if (transaction?.merchantId !== merchant.id || !hasReceipt(transaction))
      throw posError(
        'REQUEST_INVALID',
        'transactionId: Must be a payment to this merchant within the last 24 hours',
      );
    const address = email ?? (await addressOf(transaction));
    if (!address) throw posError('REQUEST_INVALID', 'email: Is required because no link names one');
    const language = languageOf(event, languages, locale);
    await askForReceipt(transactionId, address, {
      merchantId: merchant.id,
      language: language.name,
      locale: language.locale,
    });
    return { status: 202, body: { transactionId } };
  });

/** The address of the customer that the merchant's server has put into the payment link. */
const addressOf = async ({ linkId }: Transaction): Promise<string | undefined> =>
  linkId === undefined ? undefined : requireFound(await getLink(linkId)).email;
