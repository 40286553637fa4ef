import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Dispute } from '#domain/disputes/dispute.ts';
import type { Fraud } from '#domain/disputes/fraud.ts';
import type { RecordedDispute } from '#domain/disputes/live-dispute.ts';
import type { Id } from '#domain/id.ts';
import type { DisputeOutcome } from '#domain/transactions/transaction.ts';
import { client, table } from '../table/client.ts';
import { withExpiry } from '../table/expiry.ts';
import { referenceKey } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { StaleRead } from '../table/retry.ts';
import { put, transact, update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneededWrite } from '../table/unneeded-writes.ts';
import { listDeadline } from '../transactions/ending-authorizations.ts';
import { changeAlert, putAlert } from './alerts.ts';

/**
 * The facts of a dispute, by the acquirer's reference. They are recorded as they come, in any order and any number of
 * times. A dispute that is both opened and decided ends once, which sets `settled`.
 */
export interface DisputeFacts {
  opened?: {
    id: Id;
    transactionId: Id;
    /** Minor units of the transaction's currency: the disputed amount, and the part that cannot be refunded. */
    amount: number;
    held: number;
    /** Minor units of the merchant's currency; absent if an earlier version of Florin has opened the dispute. */
    funds?: number;
  };
  outcome?: DisputeOutcome;
  settled?: boolean;
  /** The record of a dispute about real money. `version` counts the record's changes. */
  live?: RecordedDispute;
  version?: number;
}

/** @param acquirer undefined for a dispute of test money */
export const disputeByReference = (
  acquirer: string | undefined,
  reference: string,
): Promise<(Item & DisputeFacts) | undefined> => get(referenceKey('dispute', acquirer, reference));

/** Stores a dispute with its movement, unless this reference has already opened one. */
export const recordOpening = (
  reference: string,
  { held, funds, expires, ...dispute }: Dispute & { held: number; funds: number; expires?: number },
  alongside: readonly Write[],
) =>
  unlessUnneeded([
    {
      item: update(
        referenceKey('dispute', undefined, reference),
        'SET opened = :opened',
        {
          ':opened': {
            ...{ id: dispute.id, transactionId: dispute.transactionId, amount: dispute.amount },
            ...{ held, funds },
          },
        },
        { condition: 'attribute_not_exists(opened)' },
      ),
      onFailed: unneededWrite,
    },
    ...withExpiry(putAlert('dispute', { ...dispute, reference }), expires),
    listDeadline(dispute.id, dispute.due),
    ...alongside,
  ]);

/** Stores the outcome of a dispute, which may come before its opening. The first outcome counts. */
export async function recordOutcome(reference: string, outcome: DisputeOutcome): Promise<void> {
  await client.send(
    new UpdateCommand({
      TableName: table,
      Key: referenceKey('dispute', undefined, reference),
      UpdateExpression: 'SET outcome = if_not_exists(outcome, :outcome)',
      ExpressionAttributeValues: { ':outcome': outcome },
    }),
  );
}

/** Stores the end of a dispute with its movement, unless that was done before. */
export const recordEnd = (
  reference: string,
  dispute: Pick<Dispute, 'id' | 'transactionId'>,
  outcome: DisputeOutcome,
  alongside: readonly Write[],
) =>
  unlessUnneeded([
    ...changeAlert('dispute', dispute, { status: outcome }),
    {
      item: update(
        referenceKey('dispute', undefined, reference),
        'SET settled = :settled',
        { ':settled': true },
        { condition: 'attribute_not_exists(settled)' },
      ),
      onFailed: unneededWrite,
    },
    ...alongside,
  ]);

/**
 * Stores the next state of a dispute about real money, with its movement. The caller must ask the acquirer after
 * reading `before`. Otherwise an older answer could overwrite a newer one.
 *
 * @throws StaleRead if another run has written in between
 */
export const recordLiveDispute = (
  acquirer: string,
  reference: string,
  before: DisputeFacts | undefined,
  live: RecordedDispute,
  alongside: readonly Write[],
): Promise<void> => {
  const version = before?.version;
  return transact([
    {
      item: update(
        referenceKey('dispute', acquirer, reference),
        'SET live = :live, version = :next',
        {
          ':live': live,
          ':next': (version ?? 0) + 1,
          ...(version === undefined ? {} : { ':version': version }),
        },
        { condition: version === undefined ? 'attribute_not_exists(version)' : 'version = :version' },
      ),
      onFailed: () => new StaleRead(),
    },
    ...alongside,
  ]);
};

/** Stores a fraud alert, unless this reference has already stored one. @param acquirer undefined for test money */
/** Whether a fraud alert is stored under the acquirer's reference. */
export const isFraudRecorded = async (acquirer: string, reference: string): Promise<boolean> =>
  (await get(referenceKey('fraud', acquirer, reference))) !== undefined;

export const recordFraud = (
  acquirer: string | undefined,
  reference: string,
  { expires, ...fraud }: Fraud & { expires?: number },
) =>
  unlessUnneeded([
    {
      item: put(
        { ...referenceKey('fraud', acquirer, reference), fraudId: fraud.id },
        'attribute_not_exists(pk)',
      ),
      onFailed: unneededWrite,
    },
    ...withExpiry(putAlert('fraud', fraud), expires),
  ]);
