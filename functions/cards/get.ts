import { idDate } from '#domain/id.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { getCard } from '#store/cards/cards.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** A saved card (deprecated). */
export const handler = merchantsApi('GET /cards/{cardId}').handler(async (_, { caller, params }) => {
  const { id, merchantId, notes, card } = await forMember(caller, getCard(params.cardId));
  const { bin, last4, expiry, scheme } = card;
  return {
    status: 200,
    body: { card: { id, merchantId, created: idDate(id), bin, last4, expiry, scheme, notes: notes ?? null } },
  };
});
