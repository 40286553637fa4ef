import { numberVariable } from '#aws/environment.ts';
import { BoundedMap } from '#basics/bounded-map.ts';
import { daySeconds, inSeconds, utcDay } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { untilTomorrow } from '#domain/merchants/unvouched-merchant.ts';
import { QuotaUsedUp } from '#domain/outcome.ts';
import { writesKey } from '../table/keys.ts';
import { update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneededWrite } from '../table/unneeded-writes.ts';
import type { App } from './apps.ts';
import { findMerchant } from './merchants.ts';
import { listTrial } from './trials.ts';

/** The stage's limits of writes a day. Without them nothing is counted. */
const most = {
  app: numberVariable('UNVOUCHED_APP_WRITES', Number.POSITIVE_INFINITY),
  stage: numberVariable('UNVOUCHED_STAGE_WRITES', Number.POSITIVE_INFINITY),
};

/**
 * Each function instance takes this many writes of the stage's budget at once, so that the counter, which all
 * unvouched apps share, is not written for each of them. When an instance ends, the writes that it has not used are
 * lost.
 */
const atOnce = Math.max(1, Math.min(20, Math.floor(most.stage / 100)));

/** Writes of the stage's budget that this instance has taken and not used yet. */
let takenWrites = { day: '', left: 0 };

/**
 * The counters that were full when this instance last asked, with the day on which they were. It need not ask again
 * on that day.
 */
const full = new BoundedMap<string, string>(1000);

/**
 * Counts a write of an unvouched app or merchant against the budgets of the day, before anything else is written. Its own
 * counter is updated each time, the stage's counter only once for several writes. Neither update is part of the
 * transaction that follows.
 *
 * @param whose the unvouched app that made the merchant, or the live merchant that no operator has connected; undefined for a
 *   write without a budget
 * @throws QuotaUsedUp
 */
export async function admitWrite(whose: Id | undefined): Promise<void> {
  if (whose === undefined || most.app === Number.POSITIVE_INFINITY) return;
  const today = utcDay(Date.now());
  if (!(await take(whose, 1, most.app, today)))
    throw new QuotaUsedUp(
      `The app or merchant ${whose}, which nobody approves, has made the ${most.app} writes of a day; ${lift}`,
      untilTomorrow(),
    );
  await takeOfStage(today);
}

/** Counts a write against the budget of the stage. @throws QuotaUsedUp */
async function takeOfStage(today: string): Promise<void> {
  if (most.stage === Number.POSITIVE_INFINITY) return;
  if (takenWrites.day !== today) takenWrites = { day: today, left: 0 };
  if (takenWrites.left === 0 && (await take('all', atOnce, most.stage, today))) takenWrites.left += atOnce;
  if (takenWrites.left < 1)
    throw new QuotaUsedUp(
      `All apps and merchants that nobody approves have made their ${most.stage} writes of today; ${lift}`,
      untilTomorrow(),
    );
  takenWrites.left--;
}

/** Whether the stage has limits for strangers. */
export const hasLimits = (): boolean => numberVariable('UNVOUCHED_TEST_DAYS', 0) > 0;

/**
 * Counts a write of a merchant: a link, a change of its settings, an invitation, an app, a key, a webhook and the like. A live merchant that no
 * operator has connected has a budget of its own, as anybody can make such merchants, too.
 *
 * @throws QuotaUsedUp
 */
export const admitMerchantWrite = ({
  id,
  test,
  unvouched,
  acquirer,
}: Pick<Merchant, 'id' | 'test' | 'unvouched' | 'acquirer'>): Promise<void> =>
  admitWrite(unvouched?.app ?? (hasLimits() && !test && !acquirer ? id : undefined));

/**
 * Like {@link admitMerchantWrite}, for a request that has not read the merchant. Reads it only on a stage with limits.
 *
 * @throws QuotaUsedUp
 */
export async function admitWriteAt(merchantId: Id): Promise<void> {
  const merchant = hasLimits() ? await findMerchant(merchantId) : undefined;
  if (merchant) await admitMerchantWrite(merchant);
}

/** The most apps that one network makes on a day (UTC). */
const mostApps = 100;

/**
 * Counts a new app, which anybody can make, against the budget of the sender's network and that of the stage.
 *
 * @param network as `networkOf` has it
 * @throws QuotaUsedUp
 */
export async function admitNewApp(network: string): Promise<void> {
  if (!hasLimits()) return;
  const today = utcDay(Date.now());
  if (!(await take(`apps of ${network}`, 1, mostApps, today)))
    throw new QuotaUsedUp(
      `The network ${network} has made the ${mostApps} apps of a day; more are made from midnight (UTC) on`,
      untilTomorrow(),
    );
  await takeOfStage(today);
}

/**
 * The time at which a new app expires, in seconds since 1970, unless it makes a merchant, becomes a member of one or is
 * vouched for until then.
 */
export const endOfApp = (): number | undefined => (hasLimits() ? endOfTrial() : undefined);

const endOfTrial = (): number =>
  inSeconds(Date.now()) + numberVariable('UNVOUCHED_TEST_DAYS', 0) * daySeconds;

/**
 * The writes beside a new live merchant of an app that nobody vouches for: a job looks at the merchant when its time to be
 * connected is over.
 */
export const trialOf = (merchant: Merchant, { vouched }: Standing): Write[] =>
  hasLimits() && !merchant.test && !vouched ? [listTrial(merchant, endOfTrial() * 1000)] : [];

/** The app that decides the quotas of a merchant, or a user in its place. */
export type Standing = Pick<App, 'id'> & Partial<App>;

/** Counts a new merchant of an app, live or not. @throws QuotaUsedUp */
export const admitNewMerchant = ({ id, vouched }: Standing): Promise<void> =>
  admitWrite(hasLimits() && !vouched ? id : undefined);

/** The most merchants that one user makes on a day (UTC). */
const mostMerchants = 20;

/**
 * Counts a new merchant of a user. An operator who vouches for an app knows the app's owner, and not everybody whom the owner
 * invites, so this limit also applies to users of such an app's merchants.
 *
 * @throws QuotaUsedUp
 */
export async function admitMerchantOfUser(userId: Id): Promise<void> {
  if (!hasLimits()) return;
  const today = utcDay(Date.now());
  if (await take(`merchants of ${userId}`, 1, mostMerchants, today)) return;
  throw new QuotaUsedUp(
    `You have made the ${mostMerchants} merchants of a day; more are made from midnight (UTC) on`,
    untilTomorrow(),
  );
}

/** The time at which an invitation of such a merchant expires, in seconds since 1970, unless the person accepts it. */
export const endOfInvitation = ({
  test,
  unvouched,
  acquirer,
}: Pick<Merchant, 'test' | 'unvouched' | 'acquirer'>): number | undefined =>
  hasLimits() && (unvouched || (!test && !acquirer)) ? endOfTrial() : undefined;

const lift =
  'more are made from midnight (UTC) on, or once the operator of this Florin approves the app, or connects the live merchant';

/** @returns false if the budget has no room for so many writes */
async function take(whose: string, count: number, limit: number, today: string): Promise<boolean> {
  if (full.get(whose) === today) return false;
  const item = update(
    writesKey(whose, today),
    'ADD used :count SET expires = :expires',
    { ':count': count, ':room': limit - count, ':expires': inSeconds(Date.now()) + 2 * daySeconds },
    { condition: 'attribute_not_exists(used) OR used <= :room' },
  );
  const counted = await unlessUnneeded([{ item, onFailed: unneededWrite }]);
  if (!counted) full.set(whose, today);
  return counted;
}
