import type { Decline } from '#acquirer/decline.ts';
import { type ChallengeName, challenges } from '#domain/cards/challenges.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { KeyReused, OperationOpen, ProofReused } from '#domain/outcome.ts';
import { LinkEnded } from '#domain/transactions/link.ts';
import type { Answer } from '#http/answer/answer.ts';
import { recordAnswer, withRecordedAnswer } from '#idempotency/answer.ts';
import { replayedAnswer } from '#idempotency/middleware.ts';
import { releaseStep, reserve } from '#idempotency/reservation.ts';
import { declineCount, declinesLimited, paymentCounts } from '#observability/metrics.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { type AuthorizationOperation, getOperation } from '#store/transactions/operations.ts';
import { withdrawAuthorization } from '#usecases/acquirer-operations/ask-for-authorization.ts';
import { recordAuthorizationOutcome } from '#usecases/acquirer-operations/record-authorization.ts';
import { endOf } from '#usecases/acquirer-operations/resolve-capture.ts';
import { authorize } from '#usecases/payments/authorize.ts';
import { earlierDeclines, refuseAfterDeclines } from '#usecases/payments/limit-declines.ts';
import { type UnsealResult, unseal } from '#vault/seal.ts';
import { mayUnseal } from '#vault/token.ts';
import { authorizationOf } from './authorization.ts';
import { type Order, readOrder } from './order.ts';
import { type Payee, payee } from './payee.ts';
import { answerOf } from './payment-answer.ts';
import type { PaymentBody } from './payment-body.ts';
import { earlierOperation } from './proof.ts';

/**
 * Makes a payment whose challenges are completed. The proof of the challenges can be used only once.
 *
 * @param idempotency the idempotency key of the request, if it has one in addition to the proof
 * @param posUrl the base URL of the checkout API
 * @param network the sender's network, as `networkOf` has it
 */
export function pay(
  body: PaymentBody,
  proof: Idempotency,
  idempotency: Idempotency | undefined,
  posUrl: string,
  network: string,
): Promise<Answer> {
  return withRecordedAnswer(proof, attempt, replayedAnswer).catch(async (error) => {
    const answer = error instanceof LinkEnded && (await answerOfEarlierPayment(proof));
    if (answer) return replayedAnswer(answer);
    throw error instanceof KeyReused && error.scope === proof.scope ? new ProofReused(proof.scope) : error;
  });

  async function attempt(): Promise<Answer> {
    const earlier = async () => (await earlierOperation(proof)) ?? earlierOperation(idempotency);
    let opened: UnsealResult | undefined;
    const { token = '' } = body.card?.number ?? {};
    const traits = {
      ...{ publicKey: body.integration.key, test: body.test !== undefined, network, link: body.linkId },
      saved: body.card?.saved,
      number: async () => {
        opened = mayUnseal(token) ? await unseal('pcn', token) : undefined;
        return opened && 'value' in opened ? opened.value : undefined;
      },
    };
    // A declined method tells a thief nothing of a card, and customers often change their minds in their app.
    const declines = body.method ? undefined : earlierDeclines(traits, body.test?.limits === true);
    const reading = Promise.all([payee(body, earlier), currentRates(), declines]);
    const newest = newId();
    // Two copies of a request may each be the first to reserve one of the two keys. The proof decides which one
    // continues, since all requests with the same idempotency key have the same proof.
    const [id, [, [merchant, rates, declined]]] = await reserve(
      proof,
      newest,
      reserve(idempotency, newest, reading),
      proofLooks,
    );
    const reaction = declined?.reactionFor(merchant.link?.uses === 1);
    // A payment that an earlier request has begun may have been made.
    if (reaction === 'refuse' && id === newest) refuseAfterDeclines();
    const order = await orderOf(body, merchant, id, newest, opened);
    if (!('proofs' in order)) return answerOf(id, order.decline);
    const record = (decline?: Decline) =>
      [idempotency, proof].flatMap((request) => recordAnswer(request, answerOf(id, decline)));
    const { decline, challenged, captured, repeated } = await authorize(
      merchant,
      rates,
      await authorizationOf(id, body, order, posUrl, record, reaction !== undefined && reaction !== 'none'),
    );
    if (challenged) {
      // The client will send the payment again under the same key, with one more hint and thus another fingerprint.
      // So the key is released first.
      if (idempotency) await releaseStep(idempotency);
      return challengeAnswer(order.method ? 'method' : 'tds-challenge');
    }
    const answer = answerOf(id, decline);
    if (repeated) return replayedAnswer(answer);
    if (decline) {
      const isLimited = await declined?.declined(merchant);
      return {
        ...answer,
        count: [declineCount(decline), ...(isLimited && !merchant.test ? [declinesLimited] : [])],
      };
    }
    // Anybody can save any number of good cards, which costs nothing.
    if (order.amount > 0) declined?.approved();
    return { ...answer, count: paymentCounts(captured ?? false, order.amount, order.currency) };
  }
}

/**
 * The pauses between checks whether the proof is free, in milliseconds. Another request with the same
 * `Idempotency-Key` may have reserved the proof at the same time. That request releases the proof when it finds that
 * this request holds the key.
 */
const proofLooks = [20, 50, 100, 200, 400];

/**
 * Decrypts the tokens of the payment. If the tokens are refused, because they have expired for example, returns the
 * outcome of an earlier request with the same tokens instead: its authorization may be approved, and cannot be sent
 * again.
 *
 * @param id the id that the payment has
 * @param newest the id that a first request would give the payment; if `id` differs, there was an earlier request
 * @throws OperationOpen if that authorization has no outcome yet; 400 as {@link readOrder} does
 */
async function orderOf(
  body: PaymentBody,
  merchant: Payee,
  id: Id,
  newest: Id,
  opened: UnsealResult | undefined,
): Promise<Order | { decline?: Decline }> {
  try {
    return await readOrder(body, merchant, opened);
  } catch (error) {
    const sent = (merchant.test && !body.method) || id === newest ? undefined : await getOperation(id);
    if (!sent) throw error;
    if (sent.state === 'open') throw new OperationOpen(id);
    return { decline: (await endOf(sent as AuthorizationOperation)).decline };
  }
}

/**
 * Finds the outcome of an earlier request of this payment, after its link has ended. This payment itself may have used
 * up the link, if a worker has recorded the payment after the earlier request died. If the capture was declined, so is
 * the payment. Florin gives up an authorization that is still open: the answer says that nothing was charged, so the
 * customer must not be charged later, when the link opens again because its other payment was declined.
 *
 * @throws OperationOpen if the acquirer may still hold the money
 */
async function answerOfEarlierPayment(proof: Idempotency): Promise<Answer | undefined> {
  let operation = (await earlierOperation(proof)) as AuthorizationOperation | undefined;
  if (operation?.state === 'open')
    ({ operation } = await recordAuthorizationOutcome(await withdrawAuthorization(operation)));
  return operation?.state === 'approved'
    ? answerOf(operation.id, (await endOf(operation)).decline)
    : undefined;
}

/** Answers with the next challenges, of which the client performs one. */
export async function nextChallenge(body: PaymentBody): Promise<Answer> {
  const order = await readOrder(body, await payee(body));
  if (!order.challenges[0]) throw new Error('A payment without a proof that pays has met all its challenges');
  return challengeAnswer(...order.challenges);
}

const challengeAnswer = (...names: ChallengeName[]): Answer => ({
  status: 200,
  body: {
    challenges: names.map((name) => ({ name, type: challenges[name], path: `/payments/challenges/${name}` })),
  },
});
