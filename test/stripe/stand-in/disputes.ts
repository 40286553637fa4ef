import type { Account, Charge, Dispute, Eligibility, Loose } from './account.ts';
import { enter } from './books.ts';
import { invalid, missing } from './errors.ts';
import { inner, list, metadataOf, type Params } from './form.ts';
import { rulesOf } from './methods.ts';
import { isEvidence } from './uploads.ts';

/** The time for an answer, in seconds. */
const answerWithin = 14 * 24 * 60 * 60;

/** https://docs.stripe.com/disputes/how-disputes-work: a dispute reduces the balance at once, an inquiry does not. */
export function openDispute(
  account: Account,
  charge: Charge,
  {
    reason,
    status,
    amount = charge.amount_captured,
    booked = true,
    eligible = {},
  }: { reason: string; status: string; amount?: number; booked?: boolean; eligible?: Eligibility },
): Dispute {
  const dispute = account.add<Dispute>('du', {
    object: 'dispute',
    status,
    reason,
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    balance_transactions: [],
    evidence: {},
    enhanced_eligibility_types: Object.keys(eligible),
    evidence_details: {
      due_by: Math.floor(account.now() / 1000) + answerWithin,
      submission_count: 0,
      enhanced_eligibility: eligible,
    },
    metadata: {},
    payment_method_details: disputedBy(charge),
  });
  const isInquiry = status.startsWith('warning_');
  // The balance transaction and the event come in either order. A prevented dispute costs no fee
  // (https://docs.stripe.com/changelog/basil/2025-08-27/add-preventions-to-dispute).
  const cost = status === 'prevented' ? 0 : fee;
  if (!isInquiry && booked) enterDispute(account, dispute, -amount, cost);
  account.emit('charge.dispute.created', dispute);
  if (!isInquiry && booked) account.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The details of a disputed payment. @throws ApiError for a method whose payments cannot be disputed */
function disputedBy({ payment_method_details: { type } }: Charge): Dispute['payment_method_details'] {
  const kind = type === 'card' ? type : rulesOf({ type }).disputes;
  if (!kind) throw invalid('charge_not_disputable');
  return kind === 'klarna'
    ? { type: 'klarna', klarna: { reason_code: 'goods_not_received' } }
    : { type: 'card', card: { network_reason_code: '10.4' } };
}

/**
 * Submits evidence (https://docs.stripe.com/api/disputes/update): once in each stage, before the deadline, with files that were
 * uploaded for it (https://docs.stripe.com/file-upload). An appeal has fields of its own, and a compliance dispute has a fee
 * that the merchant must acknowledge.
 */
export function updateDispute(account: Account, params: Params, id: string): Dispute {
  const dispute = disputeOf(account, id);
  const isAppeal = dispute.status === 'appeal_needs_response';
  const isOpen = dispute.status === 'needs_response' || dispute.status === 'warning_needs_response';
  const { due_by, submission_count } = dispute.evidence_details;
  if (!(isAppeal || (isOpen && submission_count === 0)) || due_by * 1000 <= account.now())
    throw invalid('dispute_evidence_closed', 'evidence');
  const evidence = inner(params, 'evidence') as Record<string, string>;
  const { card = {}, ...unknown } = inner(params.evidence as Params, 'appeal') as Record<string, Params>;
  if (isAppeal) {
    if (Object.keys({ ...evidence, ...unknown }).some((field) => field !== 'appeal'))
      throw invalid('parameter_unknown', 'evidence');
    if (!list(card, 'supporting_files').every((file) => isEvidence(account, file)))
      throw invalid('resource_missing', 'evidence[appeal]');
  } else {
    acknowledge(dispute, inner(params.evidence as Params, 'enhanced_evidence'));
    for (const [field, value] of Object.entries(evidence)) {
      if (field === 'enhanced_evidence') continue;
      if (!texts.has(field) && !files.has(field)) throw invalid('parameter_unknown', `evidence[${field}]`);
      if (files.has(field) && !isEvidence(account, value))
        throw invalid('resource_missing', `evidence[${field}]`);
    }
    const unpaid = compliance.find(
      (name) =>
        dispute.evidence_details.enhanced_eligibility[name]?.status === 'requires_fee_acknowledgement',
    );
    if (params.submit === 'true' && unpaid)
      throw invalid('parameter_missing', `evidence[enhanced_evidence][${unpaid}][fee_acknowledged]`);
  }
  Object.assign(dispute.evidence, evidence);
  Object.assign(dispute.metadata, metadataOf(params));
  if (params.submit !== 'true') return dispute;
  dispute.evidence_details.submission_count++;
  answerDispute(account, id);
  return dispute;
}

/** https://docs.stripe.com/disputes/api/visa-compliance */
const compliance = ['visa_compliance', 'mastercard_compliance'] as const;

/** Takes the acknowledgement of a fee, for the programmes of the dispute and for no others. */
function acknowledge({ evidence_details: { enhanced_eligibility } }: Dispute, given: Params): void {
  for (const name of Object.keys(given)) {
    const programme = compliance.find((known) => known === name && enhanced_eligibility[known]);
    if (!programme) throw invalid('parameter_unknown', `evidence[enhanced_evidence][${name}]`);
    if (inner(given, name).fee_acknowledged === 'true')
      enhanced_eligibility[programme] = { status: 'fee_acknowledged' };
  }
}

/** https://docs.stripe.com/api/disputes/evidence_object */
const texts = new Set([
  'uncategorized_text',
  'product_description',
  'customer_name',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  'service_date',
  'refund_policy_disclosure',
  'cancellation_policy_disclosure',
]);
const files = new Set([
  'receipt',
  'shipping_documentation',
  'customer_communication',
  'customer_signature',
  'uncategorized_file',
]);

/** The merchant has answered, and the bank reviews the evidence (https://docs.stripe.com/disputes/responding). */
export function answerDispute(account: Account, id: string): void {
  const dispute = disputeOf(account, id);
  dispute.status = dispute.status.replace('needs_response', 'under_review');
  account.emit('charge.dispute.updated', dispute);
}

/** Somebody appeals against the end of a dispute: the merchant has a new deadline, and can send evidence again. */
export function appealDispute(account: Account, id: string): void {
  const dispute = disputeOf(account, id);
  dispute.status = 'appeal_needs_response';
  dispute.evidence_details.due_by = Math.floor(account.now() / 1000) + answerWithin;
  account.emit('charge.dispute.updated', dispute);
}

/**
 * Ends a dispute, or changes the end of one after an appeal. Unless `later` is set, its money moves at once. A dispute
 * that is won in part has the status `lost`, and `returned` comes back
 * (https://support.stripe.com/questions/dispute-for-full-charge-amount-after-a-partial-refund-was-issued).
 */
export function closeDispute(
  account: Account,
  id: string,
  status: 'won' | 'lost' | 'warning_closed',
  { later = false, returned = 0 }: { later?: boolean; returned?: number } = {},
): void {
  const dispute = disputeOf(account, id);
  const isAppeal = dispute.status === 'lost' || dispute.status === 'won';
  const wasWon = dispute.status === 'won';
  dispute.status = status;
  if (!later && status === 'won') enterDispute(account, dispute, dispute.amount);
  if (returned > 0) enterDispute(account, dispute, returned);
  if (!later && wasWon && status === 'lost') enterDispute(account, dispute, -dispute.amount);
  account.emit(isAppeal ? 'charge.dispute.updated' : 'charge.dispute.closed', dispute);
  if ((!later && status === 'won') || returned > 0) account.emit('charge.dispute.funds_reinstated', dispute);
}

/**
 * Moves the money of a dispute without another change, as Stripe does some time after the dispute has opened or ended.
 */
export function moveDisputed(account: Account, id: string, direction: 'withdrawn' | 'reinstated'): void {
  const dispute = disputeOf(account, id);
  const isWithdrawn = direction === 'withdrawn';
  enterDispute(account, dispute, isWithdrawn ? -dispute.amount : dispute.amount, isWithdrawn ? fee : 0);
  account.emit(`charge.dispute.funds_${direction}`, dispute);
}

/** Corrects the amount of a dispute by a balance transaction that the dispute does not list. */
export function adjustDispute(account: Account, id: string, amount: number): void {
  const dispute = disputeOf(account, id);
  enter(account, 'adjustment', amount, dispute.currency, dispute.id);
  account.emit('charge.dispute.updated', dispute);
}

/** Turns an inquiry into a dispute, as the bank does when it rejects the answer. */
export function escalate(account: Account, id: string): void {
  const dispute = disputeOf(account, id);
  dispute.status = 'needs_response';
  enterDispute(account, dispute, -dispute.amount, fee);
  account.emit('charge.dispute.updated', dispute);
  account.emit('charge.dispute.funds_withdrawn', dispute);
}

/** In minor units of the account's currency. */
const fee = 1500;

function enterDispute(account: Account, dispute: Dispute, amount: number, cost = 0): void {
  dispute.balance_transactions.push(
    enter(account, 'adjustment', amount, dispute.currency, dispute.id, { cost }),
  );
}

/** A dispute lists at most two of its balance transactions (https://docs.stripe.com/api/disputes/object). */
export const shownDispute = (dispute: Dispute): Dispute => ({
  ...dispute,
  balance_transactions: dispute.balance_transactions.slice(0, 2),
});

export function disputeOf(account: Account, id: string): Dispute {
  const dispute = account.get<Dispute>(id);
  if (dispute?.object !== 'dispute') throw missing();
  return dispute;
}

/** https://docs.stripe.com/disputes/measuring#early-fraud-warnings */
export function warn(account: Account, charge: Charge, fraud_type: string): void {
  const warning = account.add<Loose>('issfr', {
    object: 'radar.early_fraud_warning',
    charge: charge.id,
    payment_intent: charge.payment_intent,
    fraud_type,
    actionable: true,
  });
  account.emit('radar.early_fraud_warning.created', warning);
}
