import { type AcceptedEvidence, allEvidence, type EvidenceRules } from '#domain/disputes/evidence-limits.ts';
import type { Dispute, Eligibility } from '../api/shapes.ts';

/** Whether a dispute is in the stage of an appeal, which takes other evidence. */
export const isAppeal = ({ status }: Pick<Dispute, 'status'>): boolean => status.startsWith('appeal_');

/** The rules of Stripe for the evidence of a dispute now. */
export function rulesOf(dispute: Dispute): EvidenceRules {
  const eligible = dispute.evidence_details?.enhanced_eligibility ?? {};
  const { visa_compelling_evidence_3: earlier } = eligible;
  const accepts = acceptedBy(dispute);
  const fee = feeOf(eligible);
  return {
    ...(accepts && { accepts }),
    ...(earlier && { eligibility: eligibilityOf(earlier) }),
    ...(fee && { fee }),
  };
}

/** Evidence is sent once for a dispute, and once for each appeal, which takes one text and files. */
function acceptedBy({ status, evidence_details: details }: Dispute): AcceptedEvidence | undefined {
  if (status === 'appeal_needs_response') return { ...allEvidence, texts: ['explanation'] };
  return status === 'needs_response' && !details?.submission_count ? allEvidence : undefined;
}

/** https://docs.stripe.com/disputes/api/visa-ce3 */
const missing: Record<string, NonNullable<EvidenceRules['eligibility']>['missing'][number]> = {
  missing_prior_undisputed_transactions: 'earlier_payments',
  missing_prior_undisputed_transaction_description: 'earlier_descriptions',
  missing_disputed_transaction_description: 'description',
  missing_merchandise_or_services: 'goods_or_services',
  missing_customer_identifiers: 'customer_identifiers',
};

function eligibilityOf({
  status,
  required_actions: actions = [],
}: NonNullable<Eligibility['visa_compelling_evidence_3']>): EvidenceRules['eligibility'] {
  const names = new Set(actions.map((action) => missing[action] ?? 'other'));
  return {
    // A status that this version does not know needs a look in Stripe's dashboard.
    status: status === 'qualified' || status === 'not_qualified' ? status : 'requires_action',
    missing: [...names],
  };
}

/** Visa's fee, or its equivalent in another currency (https://docs.stripe.com/disputes/api/visa-compliance). */
const visaFee = { amount: 50_000, currency: 'USD' } as const;

/** The programmes of compliance disputes, whose fee the merchant must acknowledge before Stripe takes the evidence. */
const programmes = ['visa_compliance', 'mastercard_compliance'] as const;

function feeOf(eligible: Eligibility): EvidenceRules['fee'] {
  const programme = programmes.find((name) => eligible[name]);
  if (!programme) return undefined;
  const isAcknowledged = eligible[programme]?.status === 'fee_acknowledged';
  return { isAcknowledged, ...(programme === 'visa_compliance' && visaFee) };
}

/** The parameter that acknowledges the fee of a compliance dispute. */
export const acknowledgementOf = ({ evidence_details: details }: Dispute) =>
  Object.fromEntries(
    programmes
      .filter((name) => details?.enhanced_eligibility?.[name])
      .map((name) => [name, { fee_acknowledged: true }]),
  );
