import { day } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { daysEnded } from '#domain/merchants/days.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import { type Addressee, type DayOfMerchant, daySummary } from '#mail/notice.ts';
import type { LanguageName } from '#messages/languages.ts';
import type { NoticeMessages } from '#messages/messages.ts';
import { listLines } from '#store/ledger/lines.ts';
import { findMerchant, getMerchant } from '#store/merchants/merchants.ts';
import { mailMerchant } from './mail-merchant.ts';

/** The number of lines in one read. */
const atOnce = 500;

/** The time between two runs of the job, in milliseconds. */
const betweenRuns = day;

/**
 * Mails a merchant a summary of the lines that were booked on each day that has ended since the job ran before, if there are any. That is one
 * day, or none or two when the clocks change in a zone where the job runs near midnight. Repeated calls send one mail for
 * each day.
 */
export async function summarizeDays(
  merchantId: Id,
  now: Date,
  messagesIn: (language: LanguageName) => NoticeMessages,
): Promise<void> {
  const merchant = await findMerchant(merchantId);
  if (!merchant) return;
  const until = now.getTime();
  for (const { day, start, end } of daysEnded(until - betweenRuns, until, timeZoneOf(merchant))) {
    const run = `summary of ${day}`;
    const write = async (to: Addressee) => {
      const lines = await sumLines(merchantId, start, end);
      if (Object.keys(lines.kinds).length === 0) return undefined;
      const balance = Number((await getMerchant(merchantId))?.balance ?? 0);
      return daySummary(to, { ...lines, day, balance });
    };
    await mailMerchant({ merchant, kind: 'summary', about: run, event: run, write }, messagesIn);
  }
}

async function sumLines(
  merchantId: Id,
  from: number,
  to: number,
): Promise<Pick<DayOfMerchant, 'kinds' | 'fees'>> {
  const booked = { from, to };
  const kinds: DayOfMerchant['kinds'] = {};
  let fees = 0;
  for await (const { kind, balance, fee } of listLines(merchantId, { limit: atOnce, booked })) {
    const { count, sum } = kinds[kind] ?? { count: 0, sum: 0 };
    kinds[kind] = { count: count + 1, sum: sum + balance + fee };
    fees += fee;
  }
  return { kinds, fees };
}
