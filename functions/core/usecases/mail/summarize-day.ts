import { dayBefore, timeZoneOf } from '#basics/time-zone.ts';
import { firstIdOf, type Id } from '#domain/id.ts';
import { type DayOfMerchant, daySummary } from '#mail/notice.ts';
import type { LanguageName } from '#messages/languages.ts';
import type { NoticeMessages } from '#messages/messages.ts';
import { listLines } from '#store/ledger/lines.ts';
import { getMerchant } from '#store/merchants/merchants.ts';
import { mailMerchant } from './mail-merchant.ts';

/** The number of lines in one read. */
const atOnce = 500;

/**
 * Mails a merchant a summary of the lines of the last complete day in its country, if there are any. Repeated calls
 * send one mail.
 */
export const summarizeDay = (
  merchantId: Id,
  now: Date,
  messagesIn: (language: LanguageName) => NoticeMessages,
): Promise<void> => {
  const run = `summary ${now.toISOString().slice(0, 10)}`;
  return mailMerchant(
    {
      merchantId,
      kind: 'summary',
      about: run,
      event: run,
      async write(to) {
        const { start, end } = dayBefore(now.getTime(), timeZoneOf(to.merchant.company.country));
        const day = await dayOf(merchantId, start, end);
        if (Object.keys(day.kinds).length === 0) return undefined;
        const balance = Number((await getMerchant(merchantId))?.balance ?? 0);
        return daySummary(to, { ...day, start, balance });
      },
    },
    messagesIn,
  );
};

async function dayOf(
  merchantId: Id,
  start: number,
  end: number,
): Promise<Pick<DayOfMerchant, 'kinds' | 'fees'>> {
  const [after, before] = [start, end].map((time) => firstIdOf(new Date(time).toISOString()));
  const kinds: DayOfMerchant['kinds'] = {};
  let fees = 0;
  for await (const { kind, balance, fee } of listLines(merchantId, { limit: atOnce, after, before })) {
    const { count, sum } = kinds[kind] ?? { count: 0, sum: 0 };
    kinds[kind] = { count: count + 1, sum: sum + balance + fee };
    fees += fee;
  }
  return { kinds, fees };
}
