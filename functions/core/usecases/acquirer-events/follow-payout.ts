import { acquirerOf } from '#acquirer/registry.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { day } from '#basics/time.ts';
import { firstIdAt, type Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { getPayout, listPayouts } from '#store/ledger/payouts.ts';
import type { ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import {
  lineOfBalanceTransaction,
  namedBalanceTransactions,
} from '#store/reconciliation/acquirer-references.ts';
import { chunks } from '#store/table/list.ts';
import { returnReference } from '../ledger/record-acquirer-payout.ts';
import { hasChanged, syncPayout } from './sync-payout.ts';

/** Brings a payout up to date. A payout that takes too long for one run continues with another message of the queue. */
export async function followPayout(at: AcquirerAccount, reference: string, isLate?: true): Promise<void> {
  if (await syncPayout(at, reference, { isLate })) await ask(at, [reference], isLate);
}

const ask = (
  { acquirer, account }: AcquirerAccount,
  references: readonly string[],
  isLate?: true,
): Promise<void> =>
  sendMessages(
    requireVariable('ACQUIRER_EVENTS_URL'),
    references.map((reference) => ({
      body: { acquirer, type: 'payout.changed', account, reference, ...(isLate && { isLate }) },
    })),
  );

/** The age up to which each night lists the payouts of an account, in milliseconds. */
const window = 14 * day;

/** The age up to which an older payout is asked for if it is under way here, or its money has come back, in milliseconds. */
const longest = 100 * day;

/** The time after its creation when a payout's lines must be complete, in milliseconds. */
const itemizedAfter = 2 * day;

/**
 * Checks the payouts of an account, which the merchant may have left by now, so that missed events do no harm. Queues each
 * recent payout whose state at the acquirer differs from the stored one, and each older one that may have changed.
 *
 * @param now milliseconds since 1970
 */
export async function followPayouts(at: ConnectedAccount, merchantId: Id, now: number): Promise<void> {
  const { acquirer, account, connected } = at;
  const since = Math.max(now - window, connected);
  for (let cursor: string | undefined; ; ) {
    const page = await acquirerOf(at).listPayouts(account, since, cursor);
    const [young, old]: string[][] = [[], []];
    for (const payout of page.payouts) {
      const { reference, created } = payout;
      const lineId = await lineOfBalanceTransaction(acquirer, reference);
      if (lineId === undefined || !hasChanged(await getPayout(lineId), payout)) continue;
      (Date.parse(created) < now - itemizedAfter ? old : young)?.push(reference);
    }
    await ask(at, young ?? []);
    await ask(at, old ?? [], true);
    cursor = page.next;
    if (cursor === undefined) break;
  }
  await ask(at, await olderOnes(at, merchantId, now), true);
}

/** Returns payouts older than the window that are under way, or whose money has come back although they are not failed. */
async function olderOnes({ acquirer }: AcquirerAccount, merchantId: Id, now: number): Promise<string[]> {
  const [from, to] = [now - longest, now - window].map((time) => firstIdAt(time));
  const found: string[] = [];
  for await (const group of chunks(listPayouts(merchantId, { limit: atOnce, from, to }), atOnce)) {
    const asked = group.flatMap(({ reference, status }) => (reference ? [{ reference, status }] : []));
    const returned = await namedBalanceTransactions(
      acquirer,
      asked.map(({ reference }) => returnReference(reference)),
    );
    for (const { reference, status } of asked) {
      const isUnderWay = status === 'pending' || status === 'in_transit';
      if (isUnderWay || (status === 'paid' && returned.has(returnReference(reference))))
        found.push(reference);
    }
  }
  return found;
}

/** The payouts that are read from the table at once. */
const atOnce = 100;
