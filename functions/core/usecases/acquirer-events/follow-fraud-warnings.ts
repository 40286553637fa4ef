import type { FraudWarning } from '#acquirer/acquirer.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import { inGroups } from '#basics/in-groups.ts';
import { day } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { isFraudRecorded } from '#store/disputes/acquirer-events.ts';
import type { ConnectedAccount } from '#store/merchants/acquirer-accounts.ts';
import { transactionOfPayment } from '#store/reconciliation/acquirer-references.ts';

/** The time for which each night looks for warnings, in milliseconds. An acquirer repeats the event of a warning for some days only. */
const window = 30 * day;

/** The most warnings that are read from the table at the same time. */
const atOnce = 25;

/**
 * Queues each fraud warning of an account that Florin does not know because its event was lost. A warning moves no
 * money, so the books do not show it.
 *
 * @param now milliseconds since 1970
 * @param end milliseconds since 1970: after this time only the first page is read
 * @param from the page to begin with; absent for the newest warnings
 * @returns the page to continue with; undefined after the last one
 */
export async function followFraudWarnings(
  at: ConnectedAccount,
  _: Id,
  now: number,
  end: number,
  from?: string,
): Promise<string | undefined> {
  const { acquirer, account, connected } = at;
  const since = Math.max(now - window, connected);
  for (let cursor = from; ; ) {
    const page = await acquirerOf(at).listFraudWarnings?.(account, since, cursor);
    const missed: FraudWarning[] = [];
    await inGroups(page?.warnings ?? [], atOnce, async (warning) => {
      if (await isMissed(acquirer, warning)) missed.push(warning);
    });
    await sendMessages(
      requireVariable('ACQUIRER_EVENTS_URL'),
      missed.map((warning) => ({ body: { acquirer, type: 'fraud.reported', account, ...warning } })),
    );
    cursor = page?.next;
    if (cursor === undefined || Date.now() > end) return cursor;
  }
}

const isMissed = async (acquirer: string, { reference, payment }: FraudWarning): Promise<boolean> =>
  !(await isFraudRecorded(acquirer, reference)) &&
  (await transactionOfPayment(acquirer, payment)) !== undefined;
