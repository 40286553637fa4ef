import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Id } from '#domain/id.ts';
import { isCoveredBy, type LastPayout, type Payout } from '#domain/ledger/payout.ts';
import { successor } from '#domain/ledger/payout-items.ts';
import { Outcome } from '#domain/outcome.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { client, table } from '../table/client.ts';
import { lastPayoutKey, lineKey, payoutDayKey, payoutKey, payoutsOf } from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import { get, type Item } from '../table/read.ts';
import { StaleRead } from '../table/retry.ts';
import { put, transact } from '../table/transact.ts';
import { answerIfWritten } from '../table/write-one.ts';
import { type Share, takeFromBalance } from './balance.ts';
import { listLines, putLine } from './lines.ts';

/** The merchant has already been paid out on that day. */
export class PaidOut extends Outcome {
  override readonly name = 'PaidOut';

  constructor() {
    super('The merchant was paid out on that day');
  }
}

/**
 * Stores a payout in one transaction: the line that takes it off the balance, the lines that it covers, and a mark for
 * the day.
 *
 * @param shares of the balance, as they were read
 * @param day `2026-03-13`
 * @param since the last payout, as it was read, which this one replaces
 * @throws PaidOut; StaleRead if the balance has decreased since it was read, or there was another payout
 */
export const recordPayout = (
  line: Line,
  shares: readonly Share[],
  day: string,
  payout: Payout,
  { before, last }: { before?: LastPayout; last: LastPayout },
): Promise<void> =>
  transact([
    {
      item: put({ ...payoutDayKey(line.merchantId, day), lineId: line.id }, 'attribute_not_exists(pk)'),
      onFailed: () => new PaidOut(),
    },
    {
      item: before
        ? put({ ...lastPayoutKey(line.merchantId), ...last }, 'payoutId = :before', {
            ':before': before.payoutId,
          })
        : put({ ...lastPayoutKey(line.merchantId), ...last }, 'attribute_not_exists(pk)'),
      onFailed: () => new StaleRead(),
    },
    { item: put({ ...payout, ...payoutItem(payout) }) },
    putLine(line),
    ...takeFromBalance(line, shares, () => new StaleRead()),
  ]);

/** The keys of a payout, and of its entry in the merchant's list. */
const payoutItem = ({ id, merchantId }: Payout) => ({
  ...payoutKey(id),
  listPk: payoutsOf(merchantId).pk,
  listSk: id,
});

export const lastPayout = (merchantId: Id): Promise<(Item & LastPayout) | undefined> =>
  get(lastPayoutKey(merchantId));

export const getPayout = (id: Id): Promise<(Item & Payout) | undefined> => get(payoutKey(id));

/** Lists a merchant's payouts from the index. */
export const listPayouts = (merchantId: Id, slice: Slice): AsyncIterable<Item & Payout> =>
  listFrom<Payout>(payoutsOf(merchantId), slice);

/** Lists the lines of a payout. For an acquirer's payout, each line names the payout that contains it. */
export async function* linesOfPayout(
  { id, merchantId, covers, reference }: Payout,
  slice: Slice,
): AsyncGenerator<Line> {
  if (!covers) return;
  // The payout's own line names it as well.
  const isCovered = reference
    ? (line: Line) => line.id !== id && line.paidOut?.payoutId === id
    : isCoveredBy(covers);
  const last = covers.named.at(-1);
  const behind = last === undefined ? covers.to : successor(last);
  const from = [slice.from ?? covers.from, covers.from].sort()[1];
  const to = [slice.to ?? behind, behind].sort()[0];
  for await (const line of listLines(merchantId, { ...slice, from, to })) if (isCovered(line)) yield line;
}

/**
 * Stores an acquirer's payout, or its new state.
 *
 * @param before as it was read; undefined for a new one
 * @throws StaleRead if another run has written it in between
 */
export async function replacePayout(before: Payout | undefined, payout: Payout): Promise<Payout> {
  const { version = 0 } = before ?? {};
  const next = { ...payout, version: version + 1 };
  await transact([
    {
      item: before
        ? put({ ...next, ...payoutItem(next) }, 'version = :version', { ':version': version })
        : put({ ...next, ...payoutItem(next) }, 'attribute_not_exists(pk)'),
      onFailed: () => new StaleRead(),
    },
  ]);
  return next;
}

/** Stores on a line which of the acquirer's payouts contains it, for two write units. @returns the line */
export async function namePayoutOn(
  lineId: Id,
  paidOut: NonNullable<Line['paidOut']>,
): Promise<Line | undefined> {
  const answer = await answerIfWritten(
    client.send(
      new UpdateCommand({
        TableName: table,
        Key: lineKey(lineId),
        UpdateExpression: 'SET paidOut = :paidOut',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':paidOut': paidOut },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return answer?.Attributes as Line | undefined;
}
