import { may } from '#domain/merchants/roles.ts';
import { textsOfOrder } from '#domain/transactions/order-data.ts';
import { Refusal } from '../requests/api.ts';
import { movableAmount } from '../values/statuses.ts';
import type { Member, Transaction } from '../values/types.ts';
import { isTooOld, keptIntent } from './intents.ts';
import { type Outcome, send } from './move.ts';

export type BatchKind = 'capture' | 'void';

/** The movement of one payment. It has no result until it has been sent. */
export interface BatchEntry {
  id: string;
  merchantId: string;
  amount: number;
  currency: string;
  /** The texts by which users recognize the order; absent in a batch that an earlier version has stored. */
  order?: string[];
  /** The `Idempotency-Key` of all requests of the entry, also after a reload, so that the money moves once. */
  key: string;
  result?: Outcome['result'];
  /** Why nothing has moved, or why the outcome is unknown. */
  reason?: string;
}

/** One action for many payments. */
export interface Batch {
  kind: BatchKind;
  /** In milliseconds. */
  at: number;
  entries: BatchEntry[];
}

/** Why a payment cannot take part. */
export type Obstacle = 'nothing' | 'waiting' | 'unknown' | 'role';

const routes = {
  capture: 'POST /transactions/{transactionId}/captures',
  void: 'POST /transactions/{transactionId}/voids',
} as const;

/** Whether a user may make this kind of movement for a merchant. The server checks it, too. */
export const mayMove = (kind: BatchKind, member: Member | undefined): boolean =>
  member !== undefined && may(member.role, routes[kind]);

/** The reason why a payment cannot be captured or voided now, if there is one. */
export function obstacleOf(
  kind: BatchKind,
  one: Transaction,
  member: Member | undefined,
): Obstacle | undefined {
  if (!mayMove(kind, member)) return 'role';
  // A movement of this payment has an unknown outcome. Another key could move the money a second time.
  if (keptIntent(one.id)) return 'unknown';
  if (one.operation) return 'waiting';
  return movableAmount(kind, one) > 0 ? undefined : 'nothing';
}

/** Makes a batch that moves the whole rest of each payment, as the user has seen it. */
export const batchOf = (kind: BatchKind, payments: readonly Transaction[], at = Date.now()): Batch => ({
  kind,
  at,
  entries: payments.map((one) => ({
    id: one.id,
    merchantId: one.merchantId,
    amount: movableAmount(kind, one),
    currency: one.currency,
    order: textsOfOrder(one),
    key: crypto.randomUUID(),
  })),
});

/** The entries that were not sent, or whose outcome is unknown. */
export const unfinishedEntries = ({ entries }: Batch): BatchEntry[] =>
  entries.filter(({ result }) => result === undefined || result === 'unknown');

/** How many requests run at the same time. */
const atOnce = 4;

/**
 * Sends the unfinished entries of a batch. The batch is stored before and after each request, so that a reload in the
 * middle sends no payment with a second key.
 *
 * @param onChange is called after each outcome
 */
export async function runBatch(
  place: string,
  batch: Batch,
  wordsOf: (error: Error) => string,
  onChange: () => void,
): Promise<void> {
  keepBatch(place, batch);
  const waiting = unfinishedEntries(batch);
  const work = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const { kind, at } = batch;
      const outcome = await send(entry.id, { kind, at, amount: entry.amount, key: entry.key });
      const error = 'error' in outcome ? outcome.error : undefined;
      entry.result = outcome.result;
      entry.reason = error && wordsOf(error);
      // The session has ended: the other entries wait until the user has signed in again.
      if (error instanceof Refusal && error.status === 401) waiting.length = 0;
      keepBatch(place, batch);
      onChange();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

const nameAt = (place: string): string => `florin.batch.${place}`;

function keepBatch(place: string, batch: Batch): void {
  try {
    sessionStorage.setItem(nameAt(place), JSON.stringify(batch));
  } catch {
    // Without storage, the batch exists as long as the page.
  }
}

/** A batch of this browser tab that is not finished. */
export function keptBatch(place: string, now = Date.now()): Batch | undefined {
  try {
    const text = sessionStorage.getItem(nameAt(place));
    const batch = text ? (JSON.parse(text) as Batch) : undefined;
    return batch && !isTooOld(batch, now) && unfinishedEntries(batch).length > 0 ? batch : undefined;
  } catch {
    return undefined;
  }
}

export function forgetBatch(place: string): void {
  try {
    sessionStorage.removeItem(nameAt(place));
  } catch {
    // Nothing was stored.
  }
}
