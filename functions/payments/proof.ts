import type { ChallengeProof } from '#domain/cards/challenges.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { ProofReused } from '#domain/outcome.ts';
import type { Middleware } from '#http/middleware.ts';
import { posError } from '#http/routes/pos-api.ts';
import { fingerprintOf } from '#idempotency/key.ts';
import { operationUnderWay } from '#idempotency/record-operation.ts';
import type { Requests } from '#schemas/index.ts';
import { getOperation, type Operation } from '#store/transactions/operations.ts';
import { seal, unseal } from '#vault/seal.ts';
import { labelOf, type SealType } from '#vault/token.ts';
import { checkBody, type PaymentBody } from './payment-body.ts';

/**
 * The proof that completes the challenges has its own seal type, and can pay only once. For test money this is the
 * proof of 3-D Secure, for real money the proof that begins the payment.
 */
const typeOf = ({ challenge }: ChallengeProof): SealType =>
  challenge === 'tds' || challenge === 'begin' ? 'tds' : 'hint';

/** Makes a proof for the client's list of hints. It is valid for one hour, and only for this payment. */
export const sealProof = (digest: string, proof: ChallengeProof): Promise<string> =>
  seal(typeOf(proof), JSON.stringify({ digest, proof }));

/** @throws TOKEN_INVALID for a hint of another payment, or one that was changed or has expired */
export async function unsealProof(hint: string, digest: string): Promise<ChallengeProof> {
  const opened = await unseal(labelOf('tds', hint) ? 'tds' : 'hint', hint);
  const content =
    'value' in opened ? (JSON.parse(opened.value) as { digest: string; proof: ChallengeProof }) : undefined;
  if (content?.digest !== digest) throw badHint('this hint is not of this payment, or has expired');
  return content.proof;
}

/**
 * The idempotency of a payment. Its key is the label of the completing proof, which is readable before decryption.
 * Other hints are not part of the key, so that different hints or a changed order still count as the same payment.
 * Undefined without such a proof.
 *
 * @throws TOKEN_INVALID for more than one such proof
 */
export function payingProof({ hints = [], ...payment }: Requests['payment']): Idempotency | undefined {
  const labels = new Set(hints.flatMap((hint) => labelOf('tds', hint) ?? []));
  if (labels.size > 1) throw badHint('they are of several payments: send those of one payment');
  const [key] = labels;
  return key === undefined ? undefined : { scope: 'proof', key, fingerprint: fingerprintOf(payment) };
}

export const badHint = (message: string) => posError('TOKEN_INVALID', `hints: ${message}`);

/** A payment before its tokens are decrypted. */
export interface PaymentWithProof {
  body: PaymentBody;
  proof?: Idempotency;
}

/** Checks the body of a payment, and gives the handler the proof of 3-D Secure that the payment uses, if it has one. */
export const paymentProof = (): Middleware<PaymentWithProof> => ({
  before: ({ context }) => {
    checkBody(context.body);
    context.proof = payingProof(context.body);
  },
  onError: (request) => {
    if (request.error instanceof ProofReused)
      request.error = badHint(
        'they belong to a request with other fields: send that request again, or begin without hints',
      );
  },
});

/**
 * Finds the operation at an acquirer that an earlier copy of the request opened. The result is undefined if no copy
 * opened an operation, or if the answer to the request is recorded.
 */
export async function earlierOperation(request: Idempotency | undefined): Promise<Operation | undefined> {
  const id = request && (await operationUnderWay(request));
  return id ? getOperation(id) : undefined;
}
