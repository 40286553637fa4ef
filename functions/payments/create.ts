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
import { type Order, openSealed, type PaymentBody, readOrder } from './order.ts';

/** `POST /payments`: the customer's first transaction, or the challenge to meet before it. */
export const handler = pos<PaymentBody>(async ({ body, once }) => {
  const request = once && { ...once, scope: `pos ${body.integration.key}` };
  return onceReserved(request, attempt, replayed);

  async function attempt(): Promise<Answer> {
    const sealed = await openSealed(body);
    const challenge = nextChallenge(body.test ?? {}, sealed.proofs);
    if (challenge) {
      takerOf(await readOrder(body, sealed));
      const path = `/payments/challenges/${challenge}`;
      return { status: 200, body: { challenges: [{ name: challenge, type: challenges[challenge], path }] } };
    }
    const reading = Promise.all([readOrder(body, sealed), currentRates()]);
    const [id, [order, rates]] = await reserve(request, newId(), reading);
    const { merchant, amount, currency } = order;
    const card = describeCard(order.cardNumber, body.card.expiry);
    const credential: Credential = { reference: id, simulated: order.test.card };
    const tds = tdsStatus(order.proofs);
    const decline = await decide(takerOf(order), order, tds, {
      transactionId: id,
      amount,
      currency,
      fundingCurrency: merchant.currency,
      rates,
      credential,
      expiry: card.expiry,
    });
    const answer = decline ? declineAnswer(decline) : { status: 201, body: { authorizationId: id } };
    const transaction = openTransaction(merchant, {
      id,
      currency,
      amount,
      descriptor: descriptorOf(body.text) ?? merchant.descriptor,
      card,
      tds: tds && levels[tds],
      recurring: false,
      error: decline && declines[decline],
    });
    const { custom, plan, unplanned } = body;
    const agreement = plan || unplanned ? { plan, unplanned } : undefined;
    await createTransaction(transaction, { custom, credential, agreement }, { once: request, answer });
    return answer;
  }
}, check);

/** @throws PAYMENT_INTEGRATION_DISABLED for a merchant that no acquirer takes payments for */
function takerOf({ merchant }: Order): Acquirer {
  const acquirer = acquirerFor(merchant, holdOnAccount);
  if (!acquirer)
    throw posError('PAYMENT_INTEGRATION_DISABLED', 'This merchant cannot take live payments yet');
  return acquirer;
}

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
