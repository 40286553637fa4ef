import { idDate, idTime } from '#domain/id.ts';
import type { PaymentLink } from '#domain/transactions/link.ts';
import { paidBy } from '#domain/transactions/receipt.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { noStoreHeader } from '#http/answer/answers.ts';
import { failure } from '#http/errors/errors.ts';
import { posApi } from '#http/routes/pos-api.ts';
import { presentMethod } from '#presenters/transaction.ts';
import { getLink } from '#store/transactions/links.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { unsealWatch } from '#usecases/payments/till-codes.ts';

/**
 * Tills request this route again and again. An eventually consistent read costs half as much, and may be a moment late.
 */
const eventualRead = { consistent: false };

/** Shows the state of a code to the till that displays it, and no more of its payment than a receipt shows. */
export const handler = posApi('GET /payments/codes/{watch}').handler(async (_, { params }) => {
  const watched = await unsealWatch(params.watch);
  if (!watched) throw failure(404, 'ENDPOINT_NOT_FOUND', 'There is no such code, or it is too old');
  const { id, expiresAt: expires } = watched;
  const link = await getLink(id, eventualRead);
  const payment = link && (await paymentOf(link));
  const state = payment ? 'paid' : Date.parse(expires) > Date.now() ? 'waiting' : 'expired';
  const body = { state, expires, payment: payment ? present(payment, link) : null };
  return { status: 200, headers: noStoreHeader, body };
});

async function paymentOf({ paid, paidBy }: PaymentLink): Promise<Transaction | undefined> {
  if (paid === 0 || !paidBy) return undefined;
  const transaction = await getTransactionState(paidBy, eventualRead);
  return transaction && !isUnderWay(transaction) ? transaction : undefined;
}

/**
 * In milliseconds. A payment of real money that is captured at once does not count as paid before this time. The
 * acquirer may still decline the capture in this time, and with it the payment.
 */
const patience = 30_000;

const isUnderWay = ({ id, operation }: Transaction): boolean =>
  operation !== undefined && idTime(id) + patience > Date.now();

const present = (transaction: Transaction, { reference }: PaymentLink) => {
  const { id, amount, currency, capturedAmount, descriptor } = transaction;
  return {
    transactionId: id,
    created: idDate(id),
    amount,
    currency,
    capturedAmount,
    card: paidBy(transaction),
    method: presentMethod(transaction),
    descriptor,
    reference: reference ?? null,
  };
};
