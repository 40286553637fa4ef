import { idDate } from '#domain/id.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/link.ts';
import { getLink, paymentsOf } from '#store/transactions/links.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** The most payments in the answer. The newest ones come first. */
const most = 100;

/** Returns a payment link with its payments. */
export const handler = florinApi('GET /links/{linkId}').handler(async (_, { caller, params: { linkId } }) => {
  const [link, ids] = await Promise.all([forMember(caller, getLink(linkId)), paymentsOf(linkId, most)]);
  const payments = ids.map((transactionId) => ({ transactionId, created: idDate(transactionId) }));
  return { status: 200, body: { link: { ...present(link), payments } } };
});
