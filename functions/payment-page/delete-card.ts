import { isId } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import { statusOf } from '#domain/transactions/link.ts';
import { posApi, posError } from '#http/routes/pos-api.ts';
import { getCustomerCard, removeCard } from '#store/cards/customer-cards.ts';
import { getLink } from '#store/transactions/links.ts';

/** Deletes a saved card for the customer of a link that can be paid. */
export const handler = posApi('DELETE /l/{linkId}/cards/{cardId}').handler(
  async (_, { params: { linkId, cardId } }) => {
    if (!isId(linkId) || !isId(cardId)) throw unknownCardError();
    const [link, saved] = await Promise.all([getLink(linkId), getCustomerCard(cardId)]);
    if (link?.customer === undefined) throw unknownCardError();
    if (statusOf(link) !== 'open')
      throw posError(
        'PAYMENT_INTEGRATION_DISABLED',
        'This payment link was paid, has expired or was switched off',
      );
    const { merchantId, customer } = link;
    await removeCard(saved, { merchantId, customer }).catch((error) => {
      throw error instanceof NotFound ? unknownCardError() : error;
    });
    return { status: 200, body: { removed: true } };
  },
);

/** The answer is the same for every card that is not the customer's, so that it does not reveal which cards exist. */
const unknownCardError = () =>
  posError('REQUEST_INVALID', 'cardId: Must be a saved card of the customer of this link');
