import { daySeconds, inSeconds } from '#basics/time.ts';
import type { Payments, Program, Ratio } from '#domain/disputes/ratios.ts';
import type { Id } from '#domain/id.ts';
import { allWatched, ratioKey, ratioMonthKey, ratioMonthsOf, watchedKey } from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { put } from '../table/transact.ts';
import { unneededWrite } from '../table/unneeded-writes.ts';
import { writeOne } from '../table/write-one.ts';

/** In seconds. A merchant is watched for two months after a dispute or fraud alert, and its figures stay for a year. */
const lifetimes = { watched: 70 * daySeconds, warned: 130 * daySeconds, month: 400 * daySeconds };

const expiry = (lifetime: number): number => inSeconds(Date.now()) + lifetime;

/** A month of a merchant that is watched. */
export interface RatioMonth {
  month: string;
  /** The captures of the month until `through`, by scheme. */
  payments: Payments;
  /** Milliseconds since 1970. */
  through: number;
  /** The ratios when the month was measured last; absent if the merchant had no disputes or fraud alerts. */
  ratios?: Ratio[];
}

/** Adds a merchant to the list of those whose ratios the nightly job measures, or keeps it there. */
export const watch = (merchantId: Id): Promise<boolean> =>
  writeOne({
    item: put({
      ...watchedKey(merchantId),
      id: merchantId,
      listPk: allWatched.pk,
      listSk: merchantId,
      expires: expiry(lifetimes.watched),
    }),
  });

/** Lists the merchants with a dispute or fraud alert in the last two months. */
export const listWatched = (slice: Slice): AsyncGenerator<Item & { id: Id }> => listFrom(allWatched, slice);

export const readRatioMonth = (merchantId: Id, month: string): Promise<(Item & RatioMonth) | undefined> =>
  get(ratioMonthKey(merchantId, month));

/** Returns the months of a merchant, the newest first. */
export async function listRatioMonths(merchantId: Id): Promise<RatioMonth[]> {
  const { pk, prefix } = ratioMonthsOf(merchantId);
  return ((await queryPartition(pk, prefix)) as (Item & RatioMonth)[]).reverse();
}

/**
 * Stores a month, unless another run of the job has counted further since it was read.
 *
 * @param before the end of the counted time when the month was read; undefined if it was new
 * @returns whether it was stored
 */
export const keepRatioMonth = (
  merchantId: Id,
  month: RatioMonth,
  before: number | undefined,
): Promise<boolean> =>
  writeOne({
    item: put(
      { ...ratioMonthKey(merchantId, month.month), ...month, expires: expiry(lifetimes.month) },
      before === undefined ? 'attribute_not_exists(pk)' : 'through = :before',
      before === undefined ? undefined : { ':before': before },
    ),
    onFailed: unneededWrite,
  });

/** A ratio that has reached half of its threshold, for the merchant's event and mail. */
export interface RatioWarning {
  id: Id;
  test: boolean;
  /** Milliseconds since 1970. */
  at: number;
  ratio: Ratio;
}

/** Stores a warning once for each month and program. @returns whether it is new */
export const warnOfRatio = (merchantId: Id, test: boolean, ratio: Ratio): Promise<boolean> =>
  writeOne({
    item: put(
      {
        ...ratioKey(merchantId, ratio.month, ratio.program satisfies Program),
        ...({ id: merchantId, test, at: Date.now(), ratio } satisfies RatioWarning),
        expires: expiry(lifetimes.warned),
      },
      'attribute_not_exists(pk)',
    ),
    onFailed: unneededWrite,
  });
