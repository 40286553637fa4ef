import { acceptedNow, type Dispute, stageOf } from '#domain/disputes/dispute.ts';
import type { AcceptedEvidence, EvidenceRules } from '#domain/disputes/evidence-limits.ts';
import { idDate } from '#domain/id.ts';
import { presentOrder } from './order.ts';

export function present(dispute: Dispute) {
  const { id, merchantId, transactionId, amount, currency, order, reason, due, status, rules, evidence } =
    dispute;
  return {
    id,
    merchantId,
    transactionId,
    created: idDate(id),
    amount,
    ...(currency ? { currency } : {}),
    ...presentOrder(order),
    reason: { code: reason.code, title: reason.title },
    due,
    status: status ?? null,
    stage: stageOf(dispute) ?? null,
    accepts: presentAccepted(acceptedNow(dispute)),
    eligibility: rules?.eligibility
      ? { status: rules.eligibility.status, missing: rules.eligibility.missing }
      : null,
    contestFee: presentFee(rules?.fee),
    evidence: evidence?.submitted ? { submitted: evidence.submitted } : null,
  };
}

const presentAccepted = (accepted: AcceptedEvidence | undefined) =>
  accepted
    ? {
        texts: accepted.texts,
        files: accepted.files,
        mostCharacters: accepted.mostCharacters,
        mostBytes: accepted.mostBytes,
      }
    : null;

const presentFee = (fee: EvidenceRules['fee']) =>
  fee
    ? { acknowledged: fee.isAcknowledged, amount: fee.amount ?? null, currency: fee.currency ?? null }
    : null;
