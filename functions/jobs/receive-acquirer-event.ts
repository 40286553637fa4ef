import disputeOpened from 'check:disputeOpened';
import disputeResolved from 'check:disputeResolved';
import fraudReported from 'check:fraudReported';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { newId } from '#domain/id.ts';
import { type Check, faultsOf } from '#http/validate.ts';
import { eachMessage } from '#jobs/messages.ts';
import { log } from '#observability/log.ts';
import type { Requests } from '#schemas/index.ts';
import { recordFraud } from '#store/acquirer-events.ts';
import { whileMoved } from '#store/retry.ts';
import { applyOpening, applyOutcome, requireTransaction } from '#usecases/settle-dispute.ts';

/**
 * Takes what the card schemes report, through the acquirer: disputes and fraud alerts. Events may come twice, in any
 * order and at once; each is applied once, by the acquirer's reference.
 */
export const handler = (events: SQSEvent): Promise<SQSBatchResponse> =>
  eachMessage<{ type?: unknown }>(events, async (event) => {
    log('info', { event: String(event.type) });
    await whileMoved(() => apply(event));
  });

async function apply(event: { type?: unknown }): Promise<void> {
  if (event.type === 'dispute.opened') {
    const { reference, ...opening } = checked<Requests['disputeOpened']>(disputeOpened, event);
    return applyOpening(reference, opening);
  }
  if (event.type === 'dispute.resolved') {
    const { reference, outcome } = checked<Requests['disputeResolved']>(disputeResolved, event);
    return applyOutcome(reference, outcome);
  }
  if (event.type === 'fraud.reported') return report(checked(fraudReported, event));
  throw new Error('Unknown event type');
}

function checked<T>(check: Check, event: unknown): T {
  const faults = faultsOf(check, event);
  if (faults.length > 0)
    throw new Error(`Invalid event: ${faults.map(({ field, message }) => `${field} ${message}`)}`);
  return event as T;
}

async function report({
  reference,
  transactionId,
  reported,
  reason,
}: Requests['fraudReported']): Promise<void> {
  const { merchantId } = await requireTransaction(transactionId);
  await recordFraud(reference, { id: newId(), merchantId, transactionId, reported, reason });
}
