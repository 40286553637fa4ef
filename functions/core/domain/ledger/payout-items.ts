import type { Id } from '../id.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { sumOf } from '../money/money.ts';
import type { Items, Payout, PayoutStatus } from './payout.ts';

/**
 * A balance transaction that a payout contains: with its line, from before the merchant was connected, or without a
 * line.
 */
export type PayoutItem =
  | { reference: string; lineId: Id; net: number; fee: number }
  | { reference: string; before: number }
  | { reference: string; missing: true };

/** How many references of entries without a line are stored. */
const mostMissed = 10;

const noItems: Items = { sum: 0, fees: 0, count: 0, before: 0, missing: 0, missed: [] };

/** A payout as the acquirer describes it. */
export interface PayoutFacts {
  reference: string;
  status: PayoutStatus;
  /** In minor units by ISO 4217. */
  amount: number;
  currency: string;
  /** The day on which the money reaches the bank, `2026-03-13`. */
  arrival?: string;
  /** The reference by which the bank finds the transfer. */
  trace?: string;
  /**
   * Whether the acquirer tells which balance transactions the payout contains: `ready` for now, `later`, or `none`
   * for never.
   */
  contents: 'ready' | 'later' | 'none';
}

/** Whether a payout has the same status, arrival and trace as before. */
export const isSameState = (
  one: Pick<PayoutFacts, 'status' | 'arrival' | 'trace'>,
  other: Pick<PayoutFacts, 'status' | 'arrival' | 'trace'>,
): boolean => one.status === other.status && one.arrival === other.arrival && one.trace === other.trace;

/** Makes the record of a payout that an acquirer has made. */
export const openPayout = (
  { id: merchantId, test }: Pick<Merchant, 'id' | 'test'>,
  id: Id,
  { contents, ...facts }: PayoutFacts,
): Payout => ({
  ...{ id, merchantId, test, reference: facts.reference, status: facts.status, amount: facts.amount },
  currency: facts.currency,
  ...(facts.arrival && { arrival: facts.arrival }),
  ...(facts.trace && { trace: facts.trace }),
  itemized: contents === 'none' ? 'none' : 'open',
  carried: { in: 0, out: 0 },
});

/** Updates a stored payout with the acquirer's present data. Returns the same object if nothing has changed. */
export function changePayout(stored: Payout | undefined, now: Payout): Payout {
  if (!stored) return now;
  if (isSameState(stored, now)) return stored;
  const { status, arrival, trace } = now;
  const { arrival: _, trace: __, ...rest } = stored;
  const next = { ...rest, status, ...(arrival && { arrival }), ...(trace && { trace }) };
  if ((stored.arrival === arrival && stored.trace === trace) || stored.itemized === 'none') return next;
  // All lines of the payout show its arrival and trace, so a change must be written to each again.
  const { items: ___, ...again } = next;
  return { ...again, itemized: 'open' };
}

/**
 * Adds a page of balance transactions to a payout. After the last page the payout is done if its lines add up to its
 * amount. Otherwise the next run starts again from the first page.
 *
 * @param cursor of the next page; undefined after the last one
 */
export function addToItems(payout: Payout, page: readonly PayoutItem[], cursor?: string): Payout {
  const items = { ...(payout.items?.cursor === undefined ? noItems : payout.items), cursor };
  for (const item of page) {
    if ('missing' in item) {
      items.missing++;
      items.missed = [...items.missed, item.reference].slice(0, mostMissed);
    } else if ('before' in item) items.before += item.before;
    else {
      const { lineId, net, fee } = item;
      items.sum += net;
      if (items.fees !== undefined) items.fees += fee;
      items.count++;
      if (items.first === undefined || lineId < items.first) items.first = lineId;
      if (items.last === undefined || lineId > items.last) items.last = lineId;
    }
  }
  const { fees, count, before, first, last } = items;
  const next = { ...payout, items };
  if (cursor !== undefined || !isExact(next)) return next;
  const range = { from: first ?? payout.id, to: last ? successor(last) : payout.id };
  return {
    ...next,
    itemized: 'done',
    covers: { ...range, named: [], not: [], count },
    carried: { in: before, out: 0 },
    ...(fees !== undefined && { fees }),
  };
}

/** The amount of a payout minus the sum of its lines, and the entries without a line. */
export const differenceOf = ({ amount, items = noItems }: Payout) => ({
  difference: Number(sumOf([amount, -items.sum, -items.before])),
  missing: items.missing,
  entries: items.missed,
});

function isExact(payout: Payout): boolean {
  const { difference, missing } = differenceOf(payout);
  return difference === 0 && missing === 0;
}

/** The id that directly follows another one. */
export const successor = (id: Id): Id => (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0');
