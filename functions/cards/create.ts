import check from 'check:cardCreate';
import { newId } from '#domain/id.ts';
import { refuse } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import type { Answer } from '#http/pipeline.ts';
import { once } from '#idempotency/record.ts';
import { replayed } from '#idempotency/request.ts';
import type { Requests } from '#schemas/index.ts';
import { saveCard } from '#store/cards.ts';
import { asMember } from '#store/merchants.ts';
import { getTransaction } from '#store/transactions.ts';

/** `POST /merchants/<id>/cards`: saves the card of a successful transaction (deprecated). */
export const handler = api<Requests['cardCreate']>(
  async ({ appId, params: { merchantId = '' }, body, once: key }) => {
    const request = key && { ...key, scope: appId };
    return once(request, attempt, replayed);

    async function attempt(): Promise<Answer> {
      const transaction = await asMember(merchantId, appId, getTransaction(body.transactionId));
      if (transaction?.merchantId !== merchantId || transaction.error !== undefined)
        return refuse('transactionId', 'Must be a successful transaction of this merchant');
      const id = newId();
      const answer = { status: 201, body: { card: { id } } };
      const { card, credential } = transaction;
      await saveCard({ id, merchantId, card, credential, notes: body.notes }, appId, request, answer);
      return answer;
    }
  },
  check,
);
