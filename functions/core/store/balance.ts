import { type Id, idDate } from '#domain/id.ts';
import { type Integer, sumOf } from '#domain/integer.ts';
import type { Line } from '#domain/transaction.ts';
import { type Key, merchantKey } from './keys.ts';
import { type Item, queryPartition } from './read.ts';
import { update, type Write } from './transact.ts';

/** A merchant's balance is kept in this many shares, so that captures do not queue up for one item. */
export const shareCount = 16;

/**
 * A share of a balance. Beside it is what its lines of each day add up to, under the day: `2026-03-13`. So what has
 * moved since a day began can be taken off again, whatever goes on meanwhile, and the rest be compared to the lines.
 */
export type Share = Item & { balance: Integer };

const prefix = '#balance#';

export const shareKey = (merchantId: Id, share: number): Key => ({
  ...merchantKey(merchantId),
  sk: prefix + share.toString(16),
});

export const isShare = (item: Item): item is Share => item.sk.startsWith(prefix);

/** The shares that there are: one is made when it is first added to. */
export const readShares = async (merchantId: Id): Promise<Share[]> =>
  (await queryPartition(merchantKey(merchantId).pk, prefix)) as Share[];

/** The day that a line's balance is of: that of its id, whenever it is written. */
export const dayOf = (lineId: Id): string => idDate(lineId).slice(0, 10);

/** What the share's lines since the day began add up to. */
export const movedSince = (share: Share, day: string): Integer =>
  sumOf(daysOf(share).flatMap((known) => (known < day ? [] : [share[known] as Integer])));

export const daysOf = (share: Share): string[] =>
  Object.keys(share).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name));

/** Adds a line to its merchant's balance. Those of one transaction share a share: they meet at the transaction anyway. */
export const addToBalance = ({ id, merchantId, transactionId = id, balance }: Line): Write => ({
  item: add(shareKey(merchantId, Number.parseInt(transactionId.slice(-1), 16) % shareCount), id, balance),
});

const add = (key: Key, lineId: Id, by: Integer, condition?: string, values = {}) =>
  update(
    key,
    'ADD balance :by, #day :by',
    { ':by': by, ...values },
    { condition, names: { '#day': dayOf(lineId) } },
  );

/**
 * Takes a payout off a balance: each share is emptied, but for what is in all above `amount`. Not unless every share
 * holds as much still as when it was read, so that a refund in the meantime is not paid out as well.
 *
 * @param amount at most what the shares add up to
 */
export function takeFromBalance(
  { id, merchantId }: Line,
  shares: readonly Share[],
  amount: Integer,
  onFailed: () => Error,
): Write[] {
  const known = new Map(shares.map(({ sk, balance }) => [sk, BigInt(balance)]));
  let rest = BigInt(sumOf(shares.map(({ balance }) => balance))) - BigInt(amount);
  return Array.from({ length: shareCount }, (_, number) => {
    const key = shareKey(merchantId, number);
    const balance = known.get(key.sk) ?? 0n;
    const left = balance <= 0n ? 0n : balance < rest ? balance : rest;
    rest -= left;
    const values = { ':read': balance };
    const unchanged = 'attribute_not_exists(balance) OR balance >= :read';
    return { item: add(key, id, left - balance, unchanged, values), onFailed };
  });
}
