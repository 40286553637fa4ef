import { Outcome } from '#domain/outcome.ts';
import type { Line } from '#domain/transaction.ts';
import { type Share, takeFromBalance } from './balance.ts';
import { payoutKey } from './keys.ts';
import { putLine } from './lines.ts';
import { Moved } from './retry.ts';
import { put, transact } from './transact.ts';

/** The merchant was paid out on that day. */
export class PaidOut extends Outcome {
  override readonly name = 'PaidOut';

  constructor() {
    super('The merchant was paid out on that day');
  }
}

/**
 * Stores a payout: a line that takes it off the balance, and a mark for the day, in one transaction.
 *
 * @param shares of the balance, as they were read
 * @param day `2026-03-13`
 * @throws PaidOut, Moved where the balance has become less since it was read
 */
export const recordPayout = (line: Line, shares: readonly Share[], day: string): Promise<void> =>
  transact([
    {
      item: put({ ...payoutKey(line.merchantId, day), lineId: line.id }, 'attribute_not_exists(pk)'),
      onFailed: () => new PaidOut(),
    },
    putLine(line),
    ...takeFromBalance(line, shares, () => new Moved()),
  ]);
