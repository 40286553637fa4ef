import { type Credential, ownCredential } from '#acquirer/acquirer.ts';
import { mayKeepCards } from '#acquirer/capabilities.ts';
import { codeOf, type Decline, declines } from '#acquirer/decline.ts';
import type { Instrument, StoredCredential } from '#acquirer/live.ts';
import type { CardExpiry } from '#domain/card.ts';
import { type CardConsent, replacedBy } from '#domain/customer-card.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { LinkEnded } from '#domain/link.ts';
import type { Merchant } from '#domain/merchant.ts';
import { KeyReused, OperationOpen, ProofReused } from '#domain/outcome.ts';
import { hasLeft, type TdsStatus, tdsStatus } from '#domain/payment.ts';
import { processingError } from '#domain/processing-error.ts';
import type { Answer } from '#http/answer.ts';
import { replayed } from '#idempotency/middleware.ts';
import { idempotently, recordAnswer, releaseStep, reserve } from '#idempotency/record.ts';
import { decline as declineCount, paid } from '#observability/metrics.ts';
import { listCustomerCards } from '#store/customer-cards.ts';
import { type AuthorizationOperation, getOperation } from '#store/operations.ts';
import { currentRates } from '#store/rates.ts';
import { authorize } from '#usecases/authorize.ts';
import { endOf } from '#usecases/finish-capture.ts';
import { payerOf, saidBy, tillOf } from './by-link.ts';
import { isCaptured } from './captured.ts';
import { bankReturns } from './frames.ts';
import { challengeAnswer } from './next-challenge.ts';
import { openedBy } from './opened.ts';
import { type Order, type PaymentBody, payee, readOrder } from './order.ts';

/**
 * Makes a payment that has met its challenges. The proof of that can be used once.
 *
 * @param idempotency of the request, which may have a key beside its proof
 */
export function pay(
  body: PaymentBody,
  proof: Idempotency,
  idempotency: Idempotency | undefined,
  posUrl: string,
): Promise<Answer> {
  return idempotently(proof, attempt, replayed).catch(async (error) => {
    const id = error instanceof LinkEnded && (await madeBefore(proof));
    if (id) return replayed({ status: 201, body: { authorizationId: id } });
    throw error instanceof KeyReused && error.scope === proof.scope ? new ProofReused(proof.scope) : error;
  });

  async function attempt(): Promise<Answer> {
    const opened = async () => (await openedBy(proof)) ?? openedBy(idempotency);
    const reading = Promise.all([payee(body, opened), currentRates()]);
    const newest = newId();
    // Of several copies each may be the first at one of the two. The proof decides: all requests of one key have the same.
    const [id, [, [merchant, rates]]] = await reserve(
      proof,
      newest,
      reserve(idempotency, newest, reading),
      proofLooks,
    );
    const answerOf = (decline?: Decline) =>
      decline ? declineAnswer(decline) : { status: 201, body: { authorizationId: id } };
    let order: Order;
    try {
      order = await readOrder(body, merchant);
    } catch (error) {
      const sent = merchant.test || id === newest ? undefined : await getOperation(id);
      if (!sent) throw error;
      // Its seals have expired since: it cannot be sent any more, and may have been paid.
      if (sent.state === 'open') throw new OperationOpen(id);
      return answerOf((await endOf(sent as AuthorizationOperation)).decline);
    }
    const { custom, plan, unplanned } = merchant.link ? saidBy(merchant.link) : body;
    const tds = tdsStatus(order.proofs);
    const {
      decline,
      challenged,
      captured = false,
      repeated,
    } = await authorize(merchant, rates, {
      id,
      amount: order.amount,
      currency: order.currency,
      descriptor: merchant.link?.statement,
      linkId: merchant.link?.id,
      till: tillOf(merchant.link),
      payer: payerOf(body),
      card: order.card,
      credential: credentialOf(id, order),
      saved: order.saved,
      consent: await consentOf(body, order),
      tds: tds && levels[tds],
      recurring: false,
      capture: isCaptured(merchant),
      details: {
        custom,
        text: body.text || undefined,
        agreement: plan || unplanned ? { plan, unplanned } : undefined,
      },
      declined: merchant.test ? declineOf(merchant, tds) : undefined,
      left: hasLeft(order.proofs),
      requireTds: !merchant.test && merchant.tds.mode === 'full',
      instrument: merchant.test ? undefined : await instrumentOf({ ...body, plan, unplanned }, order, posUrl),
      record: (decline) =>
        [idempotency, proof].flatMap((request) => recordAnswer(request, answerOf(decline))),
    });
    if (challenged) {
      // With its next hint it is another request, of the same payment.
      if (idempotency) await releaseStep(idempotency);
      return challengeAnswer('tds-challenge');
    }
    if (repeated) return replayed(answerOf(decline));
    const count = decline ? declineCount(decline) : paid(captured, order.amount, order.currency);
    return { ...answerOf(decline), count };
  }
}

/**
 * In milliseconds. Another request that came with the same `Idempotency-Key` at the same time may have been first at the
 * proof, and gives it back as the key is this one's.
 */
const proofLooks = [20, 50, 100, 200, 400];

/** The link of a payment may have ended by that very payment, which a worker has written after its request had died. */
async function madeBefore(proof: Idempotency): Promise<Id | undefined> {
  const operation = await openedBy(proof);
  return operation?.state === 'approved' ? operation.id : undefined;
}

/** What the simulated acquirer knows the card by; of a saved one it was told before, and may be told more. */
function credentialOf(id: Id, { saved, test }: Order): Credential {
  const { reference, simulated } = (saved?.credential ?? ownCredential(id)) as Credential;
  return { reference, simulated: saved ? { ...simulated, ...test.card } : test.card };
}

/** What the customer has agreed to, where they want the card to be kept. */
async function consentOf({ save }: PaymentBody, { merchant, card }: Order): Promise<CardConsent | undefined> {
  const { id, link } = merchant;
  if (!save || !mayKeepCards(merchant, link)) return undefined;
  const { customer } = link;
  const cards = await listCustomerCards(id, customer, { limit: 100 });
  return { customer, agreed: new Date().toISOString(), replaces: replacedBy(card, cards) };
}

/** What an acquirer of real money is given. */
async function instrumentOf(
  { card, payer, plan, unplanned, save }: PaymentBody,
  order: Order,
  posUrl: string,
): Promise<Instrument> {
  const { saved, securityCode: code } = order;
  const byCustomer = {
    store: plan !== undefined || unplanned !== undefined,
    returnUrl: await bankReturns(order, posUrl),
  };
  if (saved) return { saved: saved.credential as StoredCredential, code, ...byCustomer };
  const expiry = card.expiry as CardExpiry;
  return { card: { number: order.cardNumber, code, expiry }, payer, keep: save, ...byCustomer };
}

/** What a transaction says of 3-D Secure: tried, or passed in full. */
const levels: Record<TdsStatus, 'attempt' | 'full' | undefined> = {
  authenticated: 'full',
  attempted: 'attempt',
  rejected: 'attempt',
  unavailable: undefined,
};

/** Why a payment is declined for its 3-D Secure alone. */
function declineOf({ tds: { mode } }: Merchant, tds: TdsStatus | undefined): Decline | undefined {
  if (tds === 'rejected') return 'TDSECURE_FAILED';
  return mode === 'full' && tds !== 'authenticated' ? 'TDSECURE_REQUIRED' : undefined;
}

const declineAnswer = (decline: Decline): Answer => ({
  status: 400,
  body: { code: codeOf(decline), message: processingError(declines[decline]).message },
});
