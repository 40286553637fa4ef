import check from 'check:payment';
import type { Acquirer, Credential } from '#acquirer/acquirer.ts';
import { type Decline, declines } from '#acquirer/decline.ts';
import { acquirerFor } from '#acquirer/registry.ts';
import { describeCard } from '#domain/card.ts';
import { newId } from '#domain/id.ts';
import { KeyReused } from '#domain/outcome.ts';
import { challenges, type TdsStatus, tdsStatus } from '#domain/payment.ts';
import { processingError } from '#domain/processing-error.ts';
import { openTransaction } from '#domain/transaction.ts';
import { countConflict } from '#http/errors.ts';
import type { Answer } from '#http/pipeline.ts';
import { pos } from '#http/pos.ts';
import { type Once, onceReserved, reserve } from '#idempotency/record.ts';
import { fingerprintOf, replayed } from '#idempotency/request.ts';
import { decline as declineCount, payment } from '#observability/metrics.ts';
import { holdOnAccount } from '#store/accounts.ts';
import { currentRates } from '#store/rates.ts';
import { createTransaction } from '#store/transactions.ts';
import { checkBody, type Order, type PaymentBody, payee, readOrder } from './order.ts';
import { badHint, payingProof } from './proof.ts';

/**
 * `POST /payments`: the customer's first transaction, or the challenge to meet before it. Two things make it one
 * payment, however often it is sent: its `Idempotency-Key`, if it has one, and its proof of 3-D Secure, which pays once.
 */
export const handler = pos<PaymentBody>(async ({ body, once }) => {
  checkBody(body);
  const key = once && { ...once, scope: `pos ${body.integration.key}` };
  const proof = onceByProof(body);
  return onceReserved(key, () => onceReserved(proof, proof ? pay : ask, replayed), replayed)
    .catch((error) => {
      throw error instanceof KeyReused && error.scope === proof?.scope
        ? badHint('this 3-D Secure proof is of another request, which it pays once')
        : error;
    })
    .catch(countConflict);

  async function ask(): Promise<Answer> {
    const { challenge } = await readOrder(body, await payee(body));
    if (!challenge) throw new Error('A payment without a proof of 3-D Secure has met all its challenges');
    const path = `/payments/challenges/${challenge}`;
    return { status: 200, body: { challenges: [{ name: challenge, type: challenges[challenge], path }] } };
  }

  async function pay(): Promise<Answer> {
    const reading = Promise.all([payee(body), currentRates()]);
    const newest = newId();
    const [id, [, [merchant, rates]]] = await reserve(proof, newest, reserve(key, newest, reading));
    const order = await readOrder(body, merchant);
    const { amount, currency } = order;
    const card = describeCard(order.cardNumber, body.card.expiry);
    const credential: Credential = { reference: id, simulated: order.test.card };
    const tds = tdsStatus(order.proofs);
    const decline = await decide(order, tds, {
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
    await createTransaction(transaction, { custom, credential, agreement }, { once: [key, proof], answer });
    return { ...answer, count: decline ? declineCount(decline) : payment };
  }
}, check);

/** The payment as its proof of 3-D Secure knows it: other hints, or their order, make it no other payment. */
function onceByProof({ hints, ...payment }: PaymentBody): Once | undefined {
  const key = payingProof(hints ?? []);
  return key === undefined ? undefined : { scope: 'proof', key, fingerprint: fingerprintOf(payment) };
}

/** What a transaction says of 3-D Secure: tried, or passed in full. */
const levels: Record<TdsStatus, 'attempt' | 'full' | undefined> = {
  authenticated: 'full',
  attempted: 'attempt',
  rejected: 'attempt',
  unavailable: undefined,
};

async function decide(
  { merchant }: Order,
  tds: TdsStatus | undefined,
  request: Parameters<Acquirer['authorize']>[0],
): Promise<Decline | undefined> {
  if (tds === 'rejected') return 'TDSECURE_FAILED';
  if (merchant.tds.mode === 'full' && tds !== 'authenticated') return 'TDSECURE_REQUIRED';
  const result = await acquirerFor(merchant, holdOnAccount).authorize(request);
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
