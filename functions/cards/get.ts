import { idDate } from '#domain/id.ts';
import { api } from '#http/api.ts';
import { getCard } from '#store/cards.ts';
import { forMember } from '#store/merchants.ts';

/** `GET /cards/<id>` (deprecated) */
export const handler = api(async ({ appId, params: { cardId = '' } }) => {
  const saved = await forMember(appId, getCard(cardId));
  const { id, merchantId, notes, card } = saved;
  const { bin, last4, expiry, scheme } = card;
  return {
    status: 200,
    body: { card: { id, merchantId, created: idDate(id), bin, last4, expiry, scheme, notes: notes ?? null } },
  };
});
