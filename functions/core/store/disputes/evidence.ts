import type { Dispute, EvidenceClaim } from '#domain/disputes/dispute.ts';
import { Conflict } from '#domain/outcome.ts';
import { transact, type Write } from '../table/transact.ts';
import { changeAlert } from './alerts.ts';

/**
 * Claims the right to submit the evidence of a dispute, or takes it over from a request that died.
 *
 * @throws Conflict if another request has claimed it since the dispute was read
 */
export const claimEvidence = (dispute: Dispute, claim: EvidenceClaim): Promise<void> =>
  transact(
    changeAlert(
      'dispute',
      dispute,
      { evidence: claim },
      { ...ifClaimUnchanged(dispute.evidence), onFailed: claimConflict },
    ),
  );

/**
 * Changes a claim of this request, or removes it.
 *
 * @throws Conflict if another request has taken the claim over
 */
export const changeClaim = (
  dispute: Dispute,
  claim: EvidenceClaim,
  changed: EvidenceClaim | undefined,
  alongside: readonly Write[] = [],
): Promise<void> =>
  transact([
    ...changeAlert(
      'dispute',
      dispute,
      { evidence: changed },
      { ...ifClaimUnchanged(claim), onFailed: claimConflict },
    ),
    ...alongside,
  ]);

const claimConflict = (): Conflict => new Conflict('Another request is submitting evidence for this dispute');

const ifClaimUnchanged = (claim: EvidenceClaim | undefined) =>
  claim
    ? {
        condition:
          'evidence.fingerprint = :was AND evidence.busyUntil = :busyUntil AND attribute_not_exists(evidence.submitted)',
        values: { ':was': claim.fingerprint, ':busyUntil': claim.busyUntil },
      }
    : { condition: 'attribute_exists(pk) AND attribute_not_exists(evidence)' };
