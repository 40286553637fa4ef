import schema from 'validator:transactionCreate';
import { type Decline, declines } from '#acquirer/decline.ts';
import type { Id } from '#domain/id.ts';
import { type DeclineAdvice, processingError } from '#domain/processing-error.ts';
import { body } from '#http/body/body.ts';
import { declineAnswers, moneyConflicts } from '#http/errors/payment-errors.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent, replayedAnswer } from '#idempotency/middleware.ts';
import { declineCount, paymentCounts } from '#observability/metrics.ts';
import type { Requests } from '#schemas/index.ts';
import { chargeAgain } from '#usecases/payments/charge-again.ts';
import { orderFaults } from './order-faults.ts';

/** The body of a decline has the fields that existing clients know, so a header names the failed transaction. */
const answerOf = (id: Id, decline: Decline | undefined, advice: DeclineAdvice | undefined) =>
  decline
    ? {
        status: 400,
        body: [processingError(declines[decline], advice)],
        headers: { 'Florin-Transaction': id },
      }
    : { status: 201, body: { transaction: { id } } };

/** Makes a recurring transaction with the card of an earlier one, or with a saved card. */
export const handler = merchantsApi('POST /merchants/{merchantId}/transactions')
  .use(body<Requests['transactionCreate']>({ ...schema, rules: orderFaults }))
  .use(declineAnswers())
  .use(moneyConflicts())
  .use(idempotent())
  .handler(async (_, { caller, params: { merchantId }, body: order, idempotency }) => {
    const record = (id: Id, decline?: Decline, advice?: DeclineAdvice) =>
      recordAnswer(idempotency, answerOf(id, decline, advice));
    const charged = await chargeAgain({ caller, merchantId, order, idempotency, record });
    const { id, decline, advice, captured = false, repeated } = charged;
    if (repeated) return replayedAnswer(answerOf(id, decline, advice));
    const count = decline
      ? declineCount(declines[decline])
      : paymentCounts(captured, order.amount, order.currency);
    return { ...answerOf(id, decline, advice), count };
  });
