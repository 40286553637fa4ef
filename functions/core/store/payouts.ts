import type { Id } from '#domain/id.ts';
import { Outcome } from '#domain/outcome.ts';
import { covering, type LastPayout, type Payout } from '#domain/payout.ts';
import type { Line } from '#domain/transaction.ts';
import { type Share, takeFromBalance } from './balance.ts';
import { lastPayoutKey, payoutDayKey, payoutKey, payoutsOf } from './keys.ts';
import { listLines, putLine } from './lines.ts';
import { listFrom, type Slice } from './list.ts';
import { get, type Item } from './read.ts';
import { Moved } from './retry.ts';
import { put, transact, type Write } from './transact.ts';

/** The merchant was paid out on that day. */
export class PaidOut extends Outcome {
  override readonly name = 'PaidOut';

  constructor() {
    super('The merchant was paid out on that day');
  }
}

/**
 * Stores a payout: a line that takes it off the balance, which lines it covers, and a mark for the day, in one
 * transaction.
 *
 * @param shares of the balance, as they were read
 * @param day `2026-03-13`
 * @param since the last payout, as it was read, and this one in its place
 * @throws PaidOut, Moved where the balance has become less since it was read, or another payout was made
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
      onFailed: () => new Moved(),
    },
    putPayout(payout),
    putLine(line),
    ...takeFromBalance(line, shares, () => new Moved()),
  ]);

/** Stores a payout in the list of its merchant. */
export const putPayout = (payout: Payout): Write => ({
  item: put({
    ...payout,
    ...payoutKey(payout.id),
    listPk: payoutsOf(payout.merchantId).pk,
    listSk: payout.id,
  }),
});

export const lastPayout = (merchantId: Id): Promise<(Item & LastPayout) | undefined> =>
  get(lastPayoutKey(merchantId));

export const getPayout = (id: Id): Promise<(Item & Payout) | undefined> => get(payoutKey(id));

/** A merchant's payouts, from the index. */
export const listPayouts = (merchantId: Id, slice: Slice): AsyncIterable<Item & Payout> =>
  listFrom<Payout>(payoutsOf(merchantId), slice);

/** The lines that a payout covers. */
export async function* linesOfPayout({ merchantId, covers }: Payout, slice: Slice): AsyncGenerator<Line> {
  if (!covers) return;
  const isCovered = covering(covers);
  const last = covers.named.at(-1);
  const behind = last === undefined ? covers.to : successor(last);
  const from = [slice.from ?? covers.from, covers.from].sort()[1];
  const to = [slice.to ?? behind, behind].sort()[0];
  for await (const line of listLines(merchantId, { ...slice, from, to })) if (isCovered(line)) yield line;
}

const successor = (id: Id): Id => (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0');
