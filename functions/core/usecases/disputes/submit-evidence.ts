import type { EvidenceOutcome } from '#acquirer/acquirer.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import { acceptEvidence } from '#acquirer/simulated/simulated-acquirer.ts';
import type { Caller } from '#domain/caller.ts';
import type { Dispute, EvidenceClaim } from '#domain/disputes/dispute.ts';
import { assertAnswerable, type Evidence, fingerprintOfEvidence } from '#domain/disputes/evidence.ts';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { Conflict, KeyReused, OperationOpen, Refused, requireFound } from '#domain/outcome.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { requireNoEarlierRequest } from '#idempotency/record-operation.ts';
import { EarlierAnswer } from '#idempotency/repeat.ts';
import { getAlert } from '#store/disputes/alerts.ts';
import { changeClaim, claimEvidence } from '#store/disputes/evidence.ts';
import { isLive } from '#store/transactions/transaction-item.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { forMember } from '../accounts/membership.ts';
import { acquirerForbids, firstLook } from '../acquirer-operations/operation-outcome.ts';

interface Submission {
  caller: Caller;
  disputeId: Id;
  evidence: Evidence;
  idempotency?: Idempotency;
}

/**
 * Sends the evidence of an open dispute to the acquirer, once in each stage. Florin stores the request's claim before it asks the
 * acquirer: of two simultaneous requests only one submits, and a request that died can be repeated.
 *
 * @returns the dispute with its submitted evidence
 * @throws Conflict, Refused, OperationOpen if the acquirer has not answered, AcquirerForbids
 */
export async function submitEvidence({
  caller,
  disputeId,
  evidence,
  idempotency,
}: Submission): Promise<Dispute> {
  const dispute = await forMember(caller, getAlert('dispute', disputeId));
  if (idempotency) await requireNoEarlierRequest(idempotency);
  const fingerprint = fingerprintOfEvidence(dispute, evidence);
  const now = Date.now();
  assertAnswerable(dispute, evidence, fingerprint, now);
  const send = await senderFor(dispute);
  // Longer than any function runs: until then no other request may take the claim over.
  const claim = { fingerprint, busyUntil: now + firstLook };
  await claimEvidence(dispute, claim);
  const outcome = await send(evidence, fingerprint);
  if (outcome.state === 'submitted') return complete(dispute, claim, idempotency);
  // After an unknown outcome the same content can be sent again at once. Only a certain refusal frees the dispute for
  // other content.
  const isOpen =
    outcome.state === 'unknown' || (outcome.state === 'forbidden' && dispute.evidence !== undefined);
  await changeClaim(dispute, claim, isOpen ? { fingerprint, busyUntil: Date.now() } : undefined);
  throw errorOf(outcome, disputeId);
}

/** @throws Conflict for a dispute whose name at the acquirer Florin does not know */
async function senderFor({
  transactionId,
  reference,
}: Dispute): Promise<(evidence: Evidence, key: string) => Promise<EvidenceOutcome>> {
  const transaction = requireFound(await getTransactionState(transactionId));
  if (!isLive(transaction)) return acceptEvidence;
  if (!reference)
    throw new Conflict(
      "This dispute is from before evidence could be sent here; use the acquirer's dashboard",
    );
  const { acquirer } = transaction;
  return (evidence, key) => acquirerOf(acquirer).sendEvidence(acquirer.account, reference, evidence, key);
}

/** Stores the submission with the answer of the request's key. */
async function complete(
  dispute: Dispute,
  claim: EvidenceClaim,
  idempotency: Idempotency | undefined,
): Promise<Dispute> {
  const evidence = { ...claim, submitted: new Date().toISOString() };
  const submitted = { ...dispute, evidence };
  try {
    await changeClaim(dispute, claim, evidence, recordAnswer(idempotency, { disputeId: dispute.id }));
  } catch (error) {
    // Another request has used the key in the meantime. The acquirer has the evidence in this case, too.
    if (!(error instanceof KeyReused || error instanceof EarlierAnswer)) throw error;
    await changeClaim(dispute, claim, evidence);
  }
  return submitted;
}

function errorOf(outcome: Exclude<EvidenceOutcome, { state: 'submitted' }>, disputeId: Id): Error {
  switch (outcome.state) {
    case 'unknown':
      return new OperationOpen(disputeId);
    case 'forbidden':
      return acquirerForbids();
    case 'rejected':
      return new Refused([{ field: outcome.field, message: 'The acquirer cannot use this' }]);
    case 'refused':
      return new Conflict(refusals[outcome.reason]);
  }
}

const refusals = {
  answered: 'The acquirer already has evidence for this dispute; it can be submitted once in each stage',
  late: "The acquirer's deadline for evidence has passed",
  ended: 'The acquirer needs no evidence for this dispute any more',
} as const;
