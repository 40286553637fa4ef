import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { formatMoney } from '#domain/money/money.ts';
import { Refused } from '#domain/outcome.ts';
import { refundsOfDayKey } from '../table/keys.ts';
import { update, type Write } from '../table/transact.ts';

/** A day of the merchant's calendar, `2026-11-29`. */
interface Count {
  merchantId: Id;
  appId: Id;
  day: string;
  currency: string;
}

const week = 7 * daySeconds;

/**
 * Counts a refund of an app on a day, if the cap has room for it. It is part of the refund's own transaction, so that refunds at the
 * same moment never exceed the cap together. A refund that fails later stays counted until the day ends.
 */
export const countRefund = (
  { merchantId, appId, day, currency }: Count,
  amount: number,
  cap: number,
): Write => ({
  item: update(
    refundsOfDayKey(merchantId, appId, day, currency),
    'ADD returned :amount SET expires = :expires',
    { ':amount': amount, ':room': cap - amount, ':expires': inSeconds(Date.now()) + week },
    { condition: amount > cap ? 'returned <= :room' : 'attribute_not_exists(pk) OR returned <= :room' },
  ),
  onFailed: (existing) => {
    const left = cap - Number(existing?.returned ?? 0);
    const message = `This key may return at most ${formatMoney(cap, currency)} per day; ${formatMoney(left, currency)} are left for ${day}`;
    return new Refused([{ field: 'amount', message }]);
  },
});
