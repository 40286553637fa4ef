import authorizationEnded from 'validator:authorizationEnded';
import disputeOpened from 'validator:disputeOpened';
import disputeResolved from 'validator:disputeResolved';
import fraudReported from 'validator:fraudReported';
import refundFailed from 'validator:refundFailed';
import type { ReceivedEvent } from '#acquirer/events.ts';
import { requireValid } from '#http/body/validate.ts';
import { eachMessage } from '#jobs/messages.ts';
import { log } from '#observability/log.ts';
import { acquirerEvent } from '#observability/metrics.ts';
import type { Requests } from '#schemas/index.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { applyAcquirerEvent } from '#usecases/acquirer-events/apply-acquirer-event.ts';
import { applyOpening, applyOutcome } from '#usecases/acquirer-events/apply-test-dispute-event.ts';
import { reportFraud } from '#usecases/acquirer-events/report-fraud.ts';
import { returnTestRefund } from '#usecases/acquirer-events/return-test-refund.ts';
import { releaseTestAuthorization } from '#usecases/reconciliation/release-test-authorization.ts';

/**
 * Applies the events of acquirers, and test events: disputes, fraud alerts, failed refunds and ended authorizations. Events may come
 * twice, in any order and at the same time. The acquirer's reference makes sure that each is applied once.
 */
export const handler = eachMessage(receive);

interface ReceivedMessage {
  type?: unknown;
  acquirer?: unknown;
}

async function receive(event: ReceivedMessage): Promise<void> {
  const ofAcquirer = event.acquirer !== undefined;
  log('info', { event: String(event.type), ...(ofAcquirer && acquirerEvent()) });
  await repeatWhileStale(() => apply(event));
}

async function apply(event: ReceivedMessage): Promise<void> {
  // The route for acquirers' events has already verified and translated this one.
  if (event.acquirer !== undefined) return applyAcquirerEvent(event as ReceivedEvent);
  if (event.type === 'dispute.opened') {
    const { reference, ...opening } = requireValid<Requests['disputeOpened']>(disputeOpened, event);
    await applyOpening(reference, opening);
  } else if (event.type === 'dispute.resolved') {
    const { reference, outcome } = requireValid<Requests['disputeResolved']>(disputeResolved, event);
    await applyOutcome(reference, outcome);
  } else if (event.type === 'fraud.reported') {
    const { reference, ...fraud } = requireValid<Requests['fraudReported']>(fraudReported, event);
    await reportFraud(undefined, reference, fraud);
  } else if (event.type === 'refund.failed') {
    const { reference, transactionId, refund } = requireValid<Requests['refundFailed']>(refundFailed, event);
    await returnTestRefund(reference, transactionId, refund);
  } else if (event.type === 'authorization.ended') {
    const { transactionId } = requireValid<Requests['authorizationEnded']>(authorizationEnded, event);
    await releaseTestAuthorization(transactionId);
  } else throw new Error('Unknown event type');
}
