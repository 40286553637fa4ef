import { type CustomerCard, isOffered } from '#domain/cards/customer-card.ts';
import { idDate } from '#domain/id.ts';
import { requireFound } from '#domain/outcome.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { listCustomerCards } from '#store/cards/customer-cards.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { customerIn } from './customer.ts';

/** Lists the cards that a customer of a merchant has agreed to save. */
export const handler = florinApi('GET /merchants/{merchantId}/customers/{customer}/cards', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId, customer }, pagination }) => {
    const { acquirer } = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    const cards = await listCustomerCards(merchantId, customerIn(customer), pagination);
    return listAnswer(cards, pagination, (saved) => ({
      ...present(saved),
      offered: isOffered(saved, acquirer),
    }));
  });

/** Leaves out the acquirer's reference to the card. */
const present = (saved: CustomerCard) => {
  const { id, merchantId, customer, agreed, used, card } = saved;
  const { bin, last4, expiry, scheme } = card;
  return {
    id,
    merchantId,
    customer,
    created: idDate(id),
    agreed,
    used: used ? idDate(used) : null,
    bin,
    last4,
    expiry,
    scheme,
  };
};
