import check from 'check:payment';
import type { Acquirer, Credential } from '#acquirer/acquirer.ts';
import { type Decline, declines } from '#acquirer/decline.ts';
import { acquirerFor } from '#acquirer/registry.ts';
import { describeCard } from '#domain/card.ts';
import { newId } from '#domain/id.ts';
import { challenges, nextChallenge, type TdsStatus, tdsStatus } from '#domain/payment.ts';
import { processingError } from '#domain/processing-error.ts';
import { openTransaction } from '#domain/transaction.ts';
import { replayed } from '#http/once.ts';
import { pos, posError } from '#http/pos.ts';
import type { Answer } from '#http/stack.ts';
import { holdOnAccount } from '#store/accounts.ts';
import { onceReserved, reserve } from '#store/once.ts';
import { currentRates } from '#store/rates.ts';
import { createTransaction } from '#store/transactions.ts';
import { type Order, type PaymentBody, readOrder } from './order.ts';

/** `POST /payments`: the customer's first transaction, or the challenge to meet before it. */
export const handler = pos<PaymentBody>(async ({ body, once }) => {
  const order = await readOrder(body);
  const acquirer = acquirerFor(order.merchant, holdOnAccount);
  if (!acquirer)
    throw posError('PAYMENT_INTEGRATION_DISABLED', 'This merchant cannot take live payments yet');
  const challenge = nextChallenge(order.test, order.proofs);
  if (challenge) {
    const path = `/payments/challenges/${challenge}`;
    return { status: 200, body: { challenges: [{ name: challenge, type: challenges[challenge], path }] } };
  }
  const request = once && { ...once, scope: `pos ${order.merchant.key}` };
  return onceReserved(
    request,
    async (): Promise<Answer> => {
      const [reservation, rates] = await Promise.all([reserve(request, newId()), currentRates()]);
      const id = reservation();
      const card = describeCard(order.cardNumber, body.card.expiry);
      const credential: Credential = { reference: id, simulated: order.test.card };
      const tds = tdsStatus(order.proofs);
      const decline = await decide(acquirer, order, tds, {
        transactionId: id,
        amount: order.amount,
        currency: order.currency,
        fundingCurrency: order.merchant.currency,
        rates,
        credential,
        expiry: card.expiry,
      });
      const answer = decline ? declineAnswer(decline) : { status: 201, body: { authorizationId: id } };
      const transaction = openTransaction(order.merchant, {
        id,
        currency: order.currency,
        amount: order.amount,
        descriptor: descriptorOf(body.text) ?? order.merchant.descriptor,
        card,
        tds: tds && levels[tds],
        recurring: false,
        error: decline && declines[decline],
      });
      const { custom, plan, unplanned } = body;
      const agreement = plan || unplanned ? { plan, unplanned } : undefined;
      await createTransaction(transaction, { custom, credential, agreement }, { once: request, answer });
      return answer;
    },
    replayed,
  );
}, check);

/** What a transaction says of 3-D Secure: tried, or passed in full. */
const levels: Record<TdsStatus, 'attempt' | 'full' | undefined> = {
  authenticated: 'full',
  attempted: 'attempt',
  rejected: 'attempt',
  unavailable: undefined,
};

async function decide(
  acquirer: Acquirer,
  { merchant }: Order,
  tds: TdsStatus | undefined,
  request: Parameters<Acquirer['authorize']>[0],
): Promise<Decline | undefined> {
  if (tds === 'rejected') return 'TDSECURE_FAILED';
  if (merchant.tds.mode === 'full' && tds !== 'authenticated') return 'TDSECURE_REQUIRED';
  const result = await acquirer.authorize(request);
  return result.approved ? undefined : result.decline;
}

const declineAnswer = (decline: Decline): Answer => ({
  status: 400,
  body: { code: decline, message: processingError(declines[decline]).message },
});

/** The text for the bank statement, as far as a statement can carry it. */
function descriptorOf(text: string | undefined): string | undefined {
  const short = text?.slice(0, 22);
  return short && /^[ -~]{2,22}$/.test(short) ? short : undefined;
}
