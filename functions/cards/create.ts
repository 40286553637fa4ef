import validator from 'validator:cardCreate';
import { newId } from '#domain/id.ts';
import { refuse } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import type { Requests } from '#schemas/index.ts';
import { saveCard } from '#store/cards/cards.ts';
import { admitWrite } from '#store/merchants/unvouched-writes.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { getChargeable } from '#usecases/payments/charge-again.ts';

/** Saves the card of a successful transaction (deprecated). */
export const handler = merchantsApi('POST /merchants/{merchantId}/cards')
  .use(body<Requests['cardCreate']>(validator))
  .use(idempotent())
  .handler(async (_, { caller, params: { merchantId }, body, idempotency }) => {
    const transaction = await asMember(merchantId, caller, getChargeable(body.transactionId));
    if (transaction?.merchantId !== merchantId || transaction.error !== undefined)
      return refuse('transactionId', 'Must be a successful transaction of this merchant');
    const id = newId();
    const { card, credential } = transaction;
    if (!card)
      return refuse('transactionId', 'Must be of a payment by card: other methods need their customer');
    if (!credential)
      return refuse('transactionId', 'Must be of a payment whose customer agreed to later payments');
    const answer = { status: 201, body: { card: { id } } };
    const saved = { id, merchantId, card, credential, notes: body.notes };
    await admitWrite(transaction.unvouched);
    await saveCard(saved, caller, recordAnswer(idempotency, answer), transaction.expires);
    return answer;
  });
