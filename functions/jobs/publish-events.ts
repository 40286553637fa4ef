import { runTask } from '#aws/sqs-batches.ts';
import { type Id, idDate } from '#domain/id.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { capBody, eventId, eventVersion } from '#domain/webhooks/event.ts';
import { existedAt, listensTo } from '#domain/webhooks/webhook.ts';
import { allRecords } from '#jobs/all-records.ts';
import { type Change, changeOf } from '#jobs/change.ts';
import { log } from '#observability/log.ts';
import { livePayment } from '#observability/metrics.ts';
import { detachRemoved, type RemovedCard } from '#store/cards/detachments.ts';
import { customerCardKey, transactionKey } from '#store/table/keys.ts';
import type { Item } from '#store/table/read.ts';
import type { ResendRequest } from '#store/webhooks/delivery-item.ts';
import type { Resend } from '#store/webhooks/resends.ts';
import { everyWebhook, type StoredWebhook } from '#store/webhooks/webhooks.ts';
import { playDecision, playEnding, playRefund, playSchemes } from '#usecases/acquirer-events/play-schemes.ts';
import { indexChange } from '#usecases/console/index-payment.ts';
import { watchAlerted } from '#usecases/disputes/watch-alerted.ts';
import { askForGivenReceipt } from '#usecases/mail/ask-for-given-receipt.ts';
import { mailWebhookOff } from '#usecases/mail/mail-webhook-off.ts';
import { listTestEnding } from '#usecases/reconciliation/test-authorizations.ts';
import { type ChangeEvent, eventsOfChange } from '#usecases/webhooks/events-of-change.ts';
import { deliverAgain, publishEvent } from '#usecases/webhooks/publish-event.ts';
import { continueResend } from '#usecases/webhooks/resend-deliveries.ts';

/**
 * Publishes the events of changes from the table's stream, adds payments to the search index, asks for the receipts of
 * customers who have given their address, has the acquirer delete cards that Florin has deleted, and plays the card schemes in
 * test mode. Because the stream has a record of exactly the changes that were written, there is an event for each change and
 * for nothing else, even if a function has died. A record that comes twice makes the same
 * events, with the same ids.
 */
export const handler: ReturnType<typeof allRecords> = (event, context) => {
  // Endpoints are read after the whole batch was written, so that every endpoint that existed at the time of a change
  // is found.
  const known = new Map<Id, Promise<StoredWebhook[]>>();
  const webhooksOf = (merchantId: Id) => {
    const reading = known.get(merchantId) ?? everyWebhook(merchantId);
    known.set(merchantId, reading);
    return reading;
  };
  return allRecords((record) => runTask(() => follow(changeOf(record), webhooksOf)))(event, context);
};

async function follow(
  change: Change,
  webhooksOf: (merchantId: Id) => Promise<StoredWebhook[]>,
): Promise<void> {
  const { id, now, before } = change;
  const sk = (now ?? before)?.sk ?? '';
  if (sk.startsWith('asked#')) {
    if (now && !before) await deliverAgain(now as Item & ResendRequest);
  } else if (sk === 'resend') {
    if (now && now.id !== before?.id) await continueResend(now as Item & Resend);
  } else if (sk.startsWith('webhook#')) {
    const [webhook, was] = [now, before] as (StoredWebhook | undefined)[];
    if (webhook?.disabled?.by === 'failures' && was?.disabled === undefined)
      await mailWebhookOff(webhook, id);
  } else if (sk === customerCardKey('').sk) {
    if (!now) await detachRemoved(before as Item & RemovedCard);
  } else if (sk === 'line' && now?.kind === 'capture') {
    await playSchemes(now as Item & Line);
  } else if (sk === 'line' && now?.kind === 'refund') {
    await playRefund(now as Item & Line);
  } else {
    if (isLivePayment(change)) log('info', livePayment());
    const published = publishAll(change, webhooksOf);
    // All parts are repeatable. A failure of one must not stop the others.
    await Promise.allSettled([
      published,
      indexChange(now, before),
      askForGivenReceipt(now, before),
      playDecision(now, before),
      playEnding(change),
      listTestEnding(change),
      watchAlerted(change),
    ]).then(throwFirst);
  }
}

/** Whether the change is a new payment of real money, whether a request or a worker has resolved it. */
const isLivePayment = ({ now, before }: Change): boolean =>
  now?.sk === transactionKey('').sk && !before && now.test === false && now.error === undefined;

function throwFirst(results: readonly PromiseSettledResult<void>[]): void {
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function publishAll(
  change: Change,
  webhooksOf: (merchantId: Id) => Promise<StoredWebhook[]>,
): Promise<void> {
  for (const one of eventsOfChange(change))
    await publish(
      one,
      (await webhooksOf(one.merchantId)).filter(({ id }) => existedAt(id, change.at)),
    );
}

async function publish(one: ChangeEvent, webhooks: readonly StoredWebhook[]): Promise<void> {
  const { type, merchantId, at, source, sequence } = one;
  const listening = webhooks.filter((webhook) => listensTo(webhook, type));
  if (listening.length === 0) return;
  const id = eventId(at, type, source);
  const { test, data } = await one.data();
  const event = {
    id,
    type,
    created: idDate(id),
    merchantId,
    test,
    version: eventVersion,
    ...(sequence === undefined ? {} : { sequence }),
    data,
  };
  await publishEvent(capBody(event), listening);
}
