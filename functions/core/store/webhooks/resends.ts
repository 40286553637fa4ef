import { daySeconds, inSeconds, utcDay } from '#basics/time.ts';
import type { Caller } from '#domain/caller.ts';
import { type Id, newId } from '#domain/id.ts';
import { Refused } from '#domain/outcome.ts';
import { requireMember } from '../merchants/members.ts';
import { resendCountKey, resendKey, undeliveredOf } from '../table/keys.ts';
import { get, type Item } from '../table/read.ts';
import { remove, transact, update, type Write } from '../table/transact.ts';
import { unlessUnneeded, unneededWrite } from '../table/unneeded-writes.ts';
import { assignments, updateOf } from '../table/update-parts.ts';

/** The one open resend of an endpoint: all of its failed deliveries since a time are restarted, page by page. */
export interface Resend {
  /** The resend includes all deliveries up to the time of this id. */
  id: Id;
  merchantId: Id;
  webhookId: Id;
  /** An id that sorts before the first delivery of the resend. */
  since: Id;
  /** The last delivery that was processed; equals `since` until the first page is done. */
  from: Id;
  /** Milliseconds since 1970: the resend counts as stranded from then on, unless another page is done before. */
  lease: number;
}

/**
 * The most resends in a day (UTC) of an endpoint, and of a merchant. A request that joins an open resend does not
 * count.
 */
const mostResends = { webhook: 24, merchant: 100 };

/** In milliseconds. A page takes seconds, but its message may wait behind the messages of other resends. */
const leaseTime = 15 * 60_000;

const leaseFields = (webhookId: Id) => {
  const lease = Date.now() + leaseTime;
  return {
    lease,
    listPk: undeliveredOf(webhookId),
    listSk: `${new Date(lease).toISOString()}#${webhookId}`,
    expires: inSeconds(lease) + 30 * daySeconds,
  };
};

interface Wanted {
  merchantId: Id;
  webhookId: Id;
  since: Id;
}

/**
 * Opens a resend, whose first message the table's stream sends. If a resend is open that has not yet reached the
 * deliveries of the request's time, the request joins it. If the open resend is past that time, it starts again from
 * there: deliveries that it has restarted may have failed since, because their endpoint was switched off or a daily
 * limit was reached.
 *
 * @throws Refused after too many resends in a day, NoAccess
 */
export async function askResend(wanted: Wanted, caller: Caller, alongside: readonly Write[]): Promise<void> {
  const always = [requireMember(wanted.merchantId, caller), ...alongside];
  const counts = [
    countWrite(wanted.webhookId, mostResends.webhook, 'webhookId'),
    countWrite(wanted.merchantId, mostResends.merchant, 'merchantId'),
  ];
  const opened = await unlessUnneeded([...always, openWrite(wanted), ...counts]);
  if (!opened) await transact(always);
}

/** Opens a resend for a request that an earlier release has stored. */
export const openResend = (wanted: Wanted): Promise<boolean> => unlessUnneeded([openWrite(wanted)]);

function openWrite({ merchantId, webhookId, since }: Wanted): Write {
  const resend = { id: newId(), merchantId, webhookId, since, from: since, ...leaseFields(webhookId) };
  return {
    item: updateOf(resendKey(webhookId), [
      assignments(Object.entries(resend).map(([name, value]) => [[name], value])),
      {
        condition: '(attribute_not_exists(pk) OR #from > :since OR (#from = :since AND #lease < :now))',
        values: { ':since': since, ':now': Date.now() },
      },
    ]),
    onFailed: unneededWrite,
  };
}

function countWrite(id: Id, most: number, field: string): Write {
  const now = inSeconds(Date.now());
  const today = utcDay(now * 1000);
  return {
    item: update(
      resendCountKey(id, today),
      'ADD resends :one SET expires = :expires',
      { ':one': 1, ':expires': now + 2 * daySeconds, ':most': most },
      { condition: 'attribute_not_exists(resends) OR resends < :most' },
    ),
    onFailed: () =>
      new Refused([{ field, message: `Has had ${most} resends today (UTC); ask again tomorrow` }]),
  };
}

export const getResend = (webhookId: Id): Promise<(Item & Resend) | undefined> => get(resendKey(webhookId));

/**
 * Moves a resend on to a delivery, or renews the lease of the same page.
 *
 * @returns whether the resend has moved: of two messages for the same page only one continues
 */
export function advanceResend({ webhookId, id, from, lease }: Resend, to: Id): Promise<boolean> {
  const renewed = leaseFields(webhookId);
  const item = update(
    resendKey(webhookId),
    'SET #from = :to, lease = :renewed, listSk = :listSk, expires = :expires',
    {
      ':id': id,
      ':from': from,
      ':lease': lease,
      ':to': to,
      ':renewed': renewed.lease,
      ':listSk': renewed.listSk,
      ':expires': renewed.expires,
    },
    { condition: 'id = :id AND #from = :from AND lease = :lease', names: { '#from': 'from' } },
  );
  return unlessUnneeded([{ item, onFailed: unneededWrite }]);
}

/** Ends a resend, unless it was started again in the meantime. */
export async function endResend({ webhookId, id }: Resend): Promise<void> {
  const item = remove(resendKey(webhookId), 'id = :id', { ':id': id });
  await unlessUnneeded([{ item, onFailed: unneededWrite }]);
}
