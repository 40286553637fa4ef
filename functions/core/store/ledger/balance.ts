import { BoundedMap } from '#basics/bounded-map.ts';
import { utcDay } from '#basics/time.ts';
import { type Id, newId } from '#domain/id.ts';
import { type Sums, sumsOfLine, totalOf } from '#domain/ledger/funds.ts';
import type { Integer } from '#domain/money/money.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { type Key, sharesOf } from '../table/keys.ts';
import { laneFor, moreLanes } from '../table/lanes.ts';
import { type Item, queryPartition, stream } from '../table/read.ts';
import { check, update, type Write } from '../table/transact.ts';

/**
 * The number of shares at first. A merchant's balance is split into shares, so that simultaneous captures do not queue
 * up for one item.
 */
const fewest = 16;

/** The most shares of a lane. Their number grows while captures still collide. */
const most = 512;

/**
 * A share of a balance. The item also has the sum of its lines for each day, under the day's name: `2026-03-13`. The
 * balance minus the sums of the days since a time is the balance at that time, even while new lines come in. The
 * nightly check compares it with the sum of the lines.
 */
export type Share = Item & { balance: Integer };

export const isShare = (item: Item): item is Share => item.sk.startsWith(sharesOf('').prefix);

/** The shares of all lanes but the first. Those of the first lane are in the merchant's own partition. */
export async function readFurtherShares(merchantId: Id, lanes: number): Promise<Share[]> {
  const further = Array.from({ length: lanes - 1 }, (_, n) => sharesOf(merchantId, n + 1));
  const shares = await Promise.all(further.map(({ pk, prefix }) => queryPartition(pk, prefix)));
  return shares.flat() as Share[];
}

/**
 * Whether a merchant has ever had a line; costs half a read unit. Every merchant's first line is in the first lane, as
 * only busy merchants get further lanes.
 */
export async function hasLedger(merchantId: Id): Promise<boolean> {
  const { pk, prefix } = sharesOf(merchantId);
  const first = stream({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    Limit: 1,
  });
  return !(await first.next()).done;
}

/**
 * Adds lines of one transaction to their merchant's balance, in one write.
 *
 * @param more further changes of the merchant's sums
 */
export function addToBalance(lines: readonly [Line, ...Line[]], lanes?: number, more: Sums = {}): Write {
  const [{ merchantId, transactionId, id }] = lines;
  const sums = lines.map((line) => sumsOfLine(line, dayNow()));
  return addToSums(merchantId, transactionId ?? id, totalOf([...sums, more]), lanes);
}

const dayNow = (): string => utcDay(Date.now());

/**
 * Adds to a merchant's sums, in a share of one of its lanes. If another transaction is writing to that share, the write
 * moves to another share, and this function spreads the merchant's next writes over more shares.
 *
 * @param transactionId selects the share, so that writes of one transaction use the same one: they collide at the
 *   transaction anyway
 */
export function addToSums(merchantId: Id, transactionId: Id, sums: Sums, lanes?: number): Write {
  const widthNow = () => widths.get(merchantId) ?? fewest;
  const toShare = (choice: Id) => {
    const { pk, prefix } = sharesOf(merchantId, laneFor(merchantId, choice, lanes));
    const share = Number.parseInt(choice.slice(-8, -4), 16) % widthNow();
    return add({ pk, sk: prefix + share.toString(16) }, sums);
  };
  return {
    item: toShare(transactionId),
    onTaken: async () => {
      widths.set(merchantId, Math.min(most, 4 * widthNow()));
      return toShare(newId());
    },
    onThrottled: () => moreLanes(merchantId).then(() => toShare(newId())),
  };
}

/** The number of shares of a lane that this function uses for merchants whose writes have collided. */
const widths = new BoundedMap<Id, number>(1000);

/** Adds 0 to `balance` if there is nothing else to add, as readers find a share by its balance. */
function add(key: Key, sums: Sums, condition?: string, values = {}) {
  const added = Object.entries({ balance: 0, ...sums });
  return update(
    key,
    `ADD ${added.map((_, n) => `#sum${n} :sum${n}`).join(', ')}`,
    { ...Object.fromEntries(added.map(([, sum], n) => [`:sum${n}`, sum])), ...values },
    { condition, names: Object.fromEntries(added.map(([name], n) => [`#sum${n}`, name])) },
  );
}

/** A DynamoDB transaction takes a hundred writes. A payout needs some for other items. */
const mostAtOnce = 90;

/**
 * Subtracts a payout from a balance. Only one share changes, so that a request that reads the shares one after the
 * other sees either the whole payout or none of it. The write requires that every share still has as much as when it
 * was read: otherwise a refund in the meantime would be paid out as well. If there are more shares than fit into a
 * transaction, the write checks only as many as fit.
 */
export function takeFromBalance(line: Line, shares: readonly Share[], onFailed: () => Error): Write[] {
  const condition = 'balance >= :read';
  const sums = sumsOfLine(line, dayNow());
  return shares.slice(0, mostAtOnce).map((share, n) => {
    const values = { ':read': share.balance };
    const item = n === 0 ? add(share, sums, condition, values) : check(share, condition, values);
    return { item, onFailed };
  });
}
