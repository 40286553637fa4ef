import schema from 'check:transactionCreate';
import { type Decline, declines } from '#acquirer/decline.ts';
import { isCurrency } from '#domain/currency.ts';
import { customFaults } from '#domain/custom.ts';
import type { Id } from '#domain/id.ts';
import type { Fault } from '#domain/outcome.ts';
import { processingError } from '#domain/processing-error.ts';
import { body } from '#http/body.ts';
import { declined } from '#http/declined.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { moneyConflicts } from '#http/money-conflicts.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { recordAnswer } from '#idempotency/record.ts';
import { decline as declineCount, payment } from '#observability/metrics.ts';
import type { Requests } from '#schemas/index.ts';
import { chargeAgain } from '#usecases/charge-again.ts';

type Order = Requests['transactionCreate'];

/** What the schema cannot say. */
function rules(order: Partial<Order>): Fault[] {
  const { currency, custom } = order;
  const faults = customFaults(custom);
  if (currency !== undefined && !isCurrency(currency))
    faults.push({ field: 'currency', message: 'Must be an ISO 4217 currency' });
  if (!['transactionId', 'authorizationId', 'cardId'].some((name) => name in order))
    faults.push({ field: 'transactionId', message: 'Is required' });
  return faults;
}

const answerOf = (id: Id, decline: Decline | undefined) =>
  decline
    ? { status: 400, body: [processingError(declines[decline])] }
    : { status: 201, body: { transaction: { id } } };

/** A recurring transaction on the card of an earlier one, or on a saved card. */
export const handler = merchantsApi('POST /merchants/{merchantId}/transactions')
  .use(body<Order>({ ...schema, rules }))
  .use(declined())
  .use(moneyConflicts())
  .use(idempotent())
  .handler(async (_, { appId, params: { merchantId }, body: order, idempotency }) => {
    const record = (id: Id, decline?: Decline) => recordAnswer(idempotency, answerOf(id, decline));
    const { id, decline } = await chargeAgain({ appId, merchantId, order, idempotency, record });
    return { ...answerOf(id, decline), count: decline ? declineCount(declines[decline]) : payment };
  });
