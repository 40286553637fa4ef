import { idDate } from '#domain/id.ts';
import { NoAccess, NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { getCard } from '#store/cards.ts';
import { isMember } from '#store/merchants.ts';

/** `GET /cards/<id>` (deprecated) */
export const handler = api(async ({ appId, params: { cardId = '' } }) => {
  const saved = await getCard(cardId);
  if (!saved) throw new NotFound();
  const { id, merchantId, notes, card } = saved;
  if (!(await isMember(merchantId, appId))) throw new NoAccess();
  const { bin, last4, expiry, scheme } = card;
  return {
    status: 200,
    body: { card: { id, merchantId, created: idDate(id), bin, last4, expiry, scheme, notes: notes ?? null } },
  };
});
