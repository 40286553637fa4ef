import validator from 'validator:receiptSend';
import { refuse, requireFound } from '#domain/outcome.ts';
import { canSendReceipt, maskedAddress } from '#domain/transactions/receipt.ts';
import { body } from '#http/body/body.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { byRoute } from '#http/routes/by-route.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { merchantLanguage, merchantLocale } from '#messages/merchant-language.ts';
import { presentAuditEntry, presentCustomerMail } from '#presenters/console.ts';
import type { Requests } from '#schemas/index.ts';
import { listEntries } from '#store/console/audit.ts';
import { customerMails, getReceipts, sendReceiptAgain } from '#store/mail/receipts.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { getLink } from '#store/transactions/links.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { asMember, forMember } from '#usecases/accounts/membership.ts';

/** Lists the actions of users in the console at a merchant, the newest first. */
const listAudit = consoleApi('GET /api/merchants/{merchantId}/audit', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) =>
    asMember(
      merchantId,
      caller,
      listAnswer(listEntries(merchantId, pagination), pagination, presentAuditEntry),
    ),
  );

/** Lists the mails to customers about a payment whose outcome is known, the newest first. The addresses are masked. */
const listMails = consoleApi('GET /api/transactions/{transactionId}/mails').handler(
  async (_, { caller, params: { transactionId } }) => {
    await forMember(caller, getTransactionState(transactionId, { consistent: false }));
    const mails = await customerMails(transactionId);
    return { status: 200, body: mails.map(presentCustomerMail) };
  },
);

/**
 * Sends the receipt of a payment, to the address that the customer has given, or to another one. The mail counts against the
 * same quotas as a receipt that a customer asks for, since nobody has confirmed the address.
 */
const sendReceipt = consoleApi('POST /api/transactions/{transactionId}/mails')
  .use(body<Requests['receiptSend']>(validator))
  .use(idempotent())
  .handler(async (_, { caller, params: { transactionId }, body: { email }, idempotency }) => {
    const transaction = requireFound(await forMember(caller, getTransactionState(transactionId)));
    if (!canSendReceipt(transaction))
      refuse('transactionId', 'Must be a successful payment of the last 180 days that was not voided');
    const { merchantId, payer, linkId } = transaction;
    const [merchant, link, asked] = await Promise.all([
      findMerchant(merchantId).then(requireFound),
      linkId === undefined ? undefined : getLink(linkId),
      getReceipts(transactionId),
    ]);
    const address = email ?? payer?.email ?? link?.email ?? [...(asked?.addresses ?? [])][0];
    if (!address) return refuse('email', 'Is required because the customer has given none');
    const { country } = merchant.company;
    const spoken = { language: merchantLanguage(country), locale: merchantLocale(country) };
    const answer = { status: 202, body: { to: maskedAddress(address) } };
    const record = recordAnswer(idempotency, answer);
    await sendReceiptAgain(transactionId, address, { merchantId, ...spoken }, record);
    return answer;
  });

export const handler = byRoute({
  'GET /api/merchants/{merchantId}/audit': listAudit,
  'GET /api/transactions/{transactionId}/mails': listMails,
  'POST /api/transactions/{transactionId}/mails': sendReceipt,
});
