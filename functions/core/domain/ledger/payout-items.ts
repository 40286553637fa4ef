import type { Id } from '../id.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { sumOf } from '../money/integer.ts';
import type { Items, Payout, PayoutStatus } from './payout.ts';

/** An entry that a payout contains: its line, or why it has none. */
export type PayoutItem =
  | { reference: string; lineId: Id; net: number }
  | { reference: string; before: number }
  | { reference: string; missing: true };

/** How many entries without a line are named. */
const mostMissed = 10;

const noItems: Items = { sum: 0, count: 0, before: 0, missing: 0, missed: [] };

/** A payout, as its acquirer describes it. */
export interface PayoutFacts {
  reference: string;
  status: PayoutStatus;
  /** Minor units by ISO 4217. */
  amount: number;
  currency: string;
  /** The day on which the money reaches the bank, `2026-03-13`. */
  arrival?: string;
  /** The reference by which the bank finds the transfer. */
  trace?: string;
  /** Whether the acquirer says which entries of its books the payout contains: now, later, or never. */
  contents: 'ready' | 'later' | 'none';
}

/** Whether a payout stands where it stood, with the same arrival and trace. */
export const isSameState = (
  one: Pick<PayoutFacts, 'status' | 'arrival' | 'trace'>,
  other: Pick<PayoutFacts, 'status' | 'arrival' | 'trace'>,
): boolean => one.status === other.status && one.arrival === other.arrival && one.trace === other.trace;

/** A payout that an acquirer has made, as the acquirer has it. */
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

/** A stored payout with what the acquirer says now. The same object where nothing has changed. */
export function changePayout(stored: Payout | undefined, now: Payout): Payout {
  if (!stored) return now;
  if (isSameState(stored, now)) return stored;
  const { status, arrival, trace } = now;
  const { arrival: _, trace: __, ...rest } = stored;
  const next = { ...rest, status, ...(arrival && { arrival }), ...(trace && { trace }) };
  if (stored.arrival === arrival || stored.itemized === 'none') return next;
  // Each of its lines says when it arrives.
  const { items: ___, ...again } = next;
  return { ...again, itemized: 'open' };
}

/**
 * Adds a page of entries to a payout. With the last page it is done, if the lines add up to it; if they do not, it
 * begins again with the next run.
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
      const { lineId, net } = item;
      items.sum += net;
      items.count++;
      if (items.first === undefined || lineId < items.first) items.first = lineId;
      if (items.last === undefined || lineId > items.last) items.last = lineId;
    }
  }
  const { count, before, first, last } = items;
  const next = { ...payout, items };
  if (cursor !== undefined || !isExact(next)) return next;
  const range = { from: first ?? payout.id, to: last ? successor(last) : payout.id };
  return {
    ...next,
    itemized: 'done',
    covers: { ...range, named: [], not: [], count },
    carried: { in: before, out: 0 },
  };
}

/** By how much the lines of a payout fall short of it, and which of its entries have no line. */
export const differenceOf = ({ amount, items = noItems }: Payout) => ({
  difference: Number(sumOf([amount, -items.sum, -items.before])),
  missing: items.missing,
  entries: items.missed,
});

function isExact(payout: Payout): boolean {
  const { difference, missing } = differenceOf(payout);
  return difference === 0 && missing === 0;
}

/** The next id there can be. */
export const successor = (id: Id): Id => (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0');
