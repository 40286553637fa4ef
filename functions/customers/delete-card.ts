import { florinApi } from '#http/routes/merchants-api.ts';
import { getCustomerCard, removeCard } from '#store/cards/customer-cards.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { customerIn } from './customer.ts';

/** Forgets a card of a customer. */
export const handler = florinApi(
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}',
).handler(async (_, { caller, params: { merchantId, customer, cardId } }) => {
  const saved = await asMember(merchantId, caller, getCustomerCard(cardId));
  await removeCard(saved, { merchantId, customer: customerIn(customer) }, caller);
  return { status: 204 };
});
