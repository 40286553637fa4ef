import type { Evidence } from '#domain/disputes/evidence.ts';
import type { EvidenceKind, EvidenceText } from '#schemas/evidence-names.ts';
import type { EvidenceOutcome } from '../../acquirer.ts';
import { isRefusedKey } from '../api/classify-refusal.ts';
import { type Answer, ask } from '../api/client.ts';
import { causeOf } from '../api/read.ts';
import type { Dispute } from '../api/shapes.ts';
import { acknowledgementOf, isAppeal } from './evidence-rules.ts';

/** https://docs.stripe.com/api/disputes/evidence_object */
const textFields: Record<EvidenceText, string> = {
  explanation: 'uncategorized_text',
  productDescription: 'product_description',
  customerName: 'customer_name',
  shippingCarrier: 'shipping_carrier',
  shippingTrackingNumber: 'shipping_tracking_number',
  shippingDate: 'shipping_date',
  serviceDate: 'service_date',
  refundPolicy: 'refund_policy_disclosure',
  cancellationPolicy: 'cancellation_policy_disclosure',
};

const fileFields: Record<EvidenceKind, string> = {
  receipt: 'receipt',
  shipping: 'shipping_documentation',
  communication: 'customer_communication',
  signature: 'customer_signature',
  other: 'uncategorized_file',
};

/**
 * Uploads the files and submits the evidence (https://docs.stripe.com/api/disputes/update). The dispute is read first,
 * and again after a lost answer or a refusal: its metadata say whether this evidence was submitted.
 */
export async function sendEvidence(
  account: string | undefined,
  reference: string,
  { texts, files, feeAcknowledged }: Evidence,
  key: string,
): Promise<EvidenceOutcome> {
  const before = await lookFor(account, reference, key);
  if (before.state !== 'open') return before;
  const uploads = await Promise.all(
    files.map(({ kind, name, type, bytes }) =>
      ask<{ id: string }>({
        path: 'files',
        account,
        key: `${key}-${kind}`,
        form: { purpose: 'dispute_evidence' },
        file: { name, type, bytes: new Uint8Array(bytes) },
        renew: 'failed',
        slow: true,
      }),
    ),
  );
  const ids: Record<string, string> = {};
  for (const [i, file] of files.entries()) {
    const upload = uploads[i];
    if (upload?.state !== 'done') return failureOf(upload, `files.${i}.content`);
    ids[fileFields[file.kind]] = upload.body.id;
  }
  const named = Object.entries(texts).map(([field, text]) => [textFields[field as EvidenceText], text]);
  const answer = await ask<Dispute>({
    path: `disputes/${reference}`,
    account,
    // After a failure of its own, Stripe gives the same file another id, and a key has one content.
    key: [key, ...Object.values(ids)].join('-'),
    form: {
      evidence: before.isAppeal
        ? { appeal: { card: { reason_for_filing: texts.explanation, supporting_files: Object.values(ids) } } }
        : {
            ...Object.fromEntries(named),
            ...ids,
            ...(feeAcknowledged && { enhanced_evidence: before.acknowledgement }),
          },
      submit: true,
      metadata: { evidence: key },
    },
    // Stripe refuses a second submission, so sending again with a new key cannot submit twice.
    renew: 'ended',
    slow: true,
  });
  if (answer.state === 'done') return { state: 'submitted' };
  const after = await lookFor(account, reference, key);
  return after.state === 'open' ? failureOf(answer, fieldOf(answer)) : after;
}

/**
 * Finds out whether this evidence was submitted. If it was not, finds out whether evidence can still be submitted.
 */
async function lookFor(
  account: string | undefined,
  reference: string,
  key: string,
): Promise<
  | EvidenceOutcome
  | { state: 'open'; isAppeal: boolean; acknowledgement: ReturnType<typeof acknowledgementOf> }
> {
  const answer = await ask<Dispute>({ path: `disputes/${reference}`, account });
  if (answer.state === 'refused' && answer.status === 404) return { state: 'refused', reason: 'ended' };
  if (answer.state === 'refused') return { state: 'forbidden', cause: causeOf(answer) };
  if (answer.state === 'unknown') return answer;
  const { status, metadata, evidence_details: details } = answer.body;
  const isSubmitted = (details?.submission_count ?? 0) > 0;
  if (isSubmitted && metadata?.evidence === key) return { state: 'submitted' };
  const isAppealed = isAppeal(answer.body);
  // An earlier stage has evidence of its own.
  if ((isSubmitted && !isAppealed) || /under_review$/.test(status))
    return { state: 'refused', reason: 'answered' };
  if (!/needs_response$/.test(status)) return { state: 'refused', reason: 'ended' };
  const { due_by, past_due } = details ?? {};
  const isLate = past_due || (due_by ? due_by * 1000 <= Date.now() : false);
  return isLate
    ? { state: 'refused', reason: 'late' }
    : { state: 'open', isAppeal: isAppealed, acknowledgement: acknowledgementOf(answer.body) };
}

function failureOf(
  answer: Exclude<Answer<unknown>, { state: 'done' }> | undefined,
  field: string,
): EvidenceOutcome {
  if (!answer) return { state: 'unknown', cause: 'No answer' };
  if (answer.state === 'unknown') return answer;
  if (isRefusedKey(answer.status)) return { state: 'forbidden', cause: causeOf(answer) };
  return { state: 'rejected', field };
}

/** The name in Florin's API of the field that Stripe's error names, such as `evidence[customer_name]`. */
function fieldOf(answer: Answer<unknown>): string {
  const param = answer.state === 'refused' ? (answer.error.param ?? '') : '';
  if (param.includes('fee_acknowledged') || param.includes('_compliance')) return 'feeAcknowledged';
  const [field = 'body'] =
    Object.entries(textFields).find(([, name]) => param.includes(name)) ??
    Object.entries(fileFields).flatMap(([, name]) => (param.includes(name) ? [['files']] : []))[0] ??
    [];
  return field;
}
