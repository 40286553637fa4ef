import { acquirerOf } from '#acquirer/registry.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { getPayout } from '#store/ledger/payouts.ts';
import type { ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import { lineOfBalanceTransaction } from '#store/reconciliation/acquirer-references.ts';
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

/** The longest time until an acquirer's payout arrives or comes back, in milliseconds. */
const window = 14 * 24 * 60 * 60 * 1000;

/** The time after its creation when a payout's lines must be complete, in milliseconds. */
const itemizedAfter = 2 * 24 * 60 * 60 * 1000;

/**
 * Checks the recent payouts of an account, which the merchant may have left by now, so that missed events do no harm. Queues each payout whose state at the
 * acquirer differs from the stored one.
 *
 * @param now milliseconds since 1970
 */
export async function followPayouts(at: ConnectedAccount, now: number): Promise<void> {
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
    if (cursor === undefined) return;
  }
}
