import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { byRoute } from '#http/routes/by-route.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { presentAuditEntry, presentCustomerMail } from '#presenters/console.ts';
import { listEntries } from '#store/console/audit.ts';
import { customerMails } from '#store/mail/receipts.ts';
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

export const handler = byRoute({
  'GET /api/merchants/{merchantId}/audit': listAudit,
  'GET /api/transactions/{transactionId}/mails': listMails,
});
