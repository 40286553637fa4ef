import { Recent } from '#basics/recent.ts';
import { type Id, newId } from '#domain/id.ts';
import { type Sums, sumsOfLine } from '#domain/ledger/funds.ts';
import type { Integer } from '#domain/money/integer.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { type Key, sharesOf } from './table/keys.ts';
import { laneFor, moreLanes } from './table/lanes.ts';
import { type Item, queryPartition, stream } from './table/read.ts';
import { check, update, type Write } from './table/transact.ts';

/** A merchant's balance is kept in shares, so that captures do not queue up for one item: in so many to begin with. */
const fewest = 16;

/** In each lane, while captures keep meeting at fewer. */
const most = 512;

/**
 * A share of a balance. Beside it is what its lines of each day add up to, under the day: `2026-03-13`. So what has
 * moved since a day began can be taken off again, whatever goes on meanwhile, and the rest be compared to the lines.
 */
export type Share = Item & { balance: Integer };

export const isShare = (item: Item): item is Share => item.sk.startsWith(sharesOf('').prefix);

/** The shares of the lanes behind the first, which are not in the merchant's own partition. */
export async function readFurtherShares(merchantId: Id, lanes: number): Promise<Share[]> {
  const further = Array.from({ length: lanes - 1 }, (_, n) => sharesOf(merchantId, n + 1));
  const shares = await Promise.all(further.map(({ pk, prefix }) => queryPartition(pk, prefix)));
  return shares.flat() as Share[];
}

/**
 * Whether a merchant has had a line; half a read unit. The first line of each merchant is in the first lane: further
 * lanes are made for a merchant that is busy.
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
 * Adds a line to its merchant's balance.
 *
 * @param more what else changes of the merchant's sums
 */
export const addToBalance = (line: Line, lanes?: number, more: Sums = {}): Write =>
  addToSums(
    line.merchantId,
    line.transactionId ?? line.id,
    { ...sumsOfLine(line, dayNow()), ...more },
    lanes,
  );

const dayNow = (): string => new Date().toISOString().slice(0, 10);

/**
 * Adds to a merchant's sums, in a share of one of its lanes. Where others are at the same share it goes to another one,
 * and what comes next to this function spreads wider.
 *
 * @param transactionId what belongs to one transaction shares a share: it meets at the transaction anyway
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

/** Over how many shares of a lane the merchants that this function has met others at are spread. */
const widths = new Recent<Id, number>(1000);

/** A share always has a balance: who reads the shares finds all of them by it. */
function add(key: Key, sums: Sums, condition?: string, values = {}) {
  const added = Object.entries({ balance: 0, ...sums });
  return update(
    key,
    `ADD ${added.map((_, n) => `#sum${n} :sum${n}`).join(', ')}`,
    { ...Object.fromEntries(added.map(([, sum], n) => [`:sum${n}`, sum])), ...values },
    { condition, names: Object.fromEntries(added.map(([name], n) => [`#sum${n}`, name])) },
  );
}

/** A transaction takes a hundred writes; a payout has some beside these. */
const mostAtOnce = 90;

/**
 * Takes a payout off a balance: off one share, as everything else that changes it, so that who reads the shares one
 * after the other has all of it or nothing. Not unless every share holds as much still as when it was read, so that a
 * refund in the meantime is not paid out as well; of more shares than fit a transaction, as many as do.
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
