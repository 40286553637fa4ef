import { isMonth } from '#domain/ledger/month.ts';
import type { Fault } from '#domain/outcome.ts';
import { paginate } from '#http/lists/list-answer.ts';
import { readPagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present as presentLine } from '#presenters/line.ts';
import { present as presentPostings } from '#presenters/posting.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { assertMember } from '#usecases/accounts/membership.ts';
import { listClosedLines, listOpenLines, type MonthLine } from '#usecases/ledger/list-month-lines.ts';

const monthFaults = ({ month }: Record<string, string | undefined>): Fault[] =>
  month === undefined || isMonth(month) ? [] : [{ field: 'month', message: 'Must be like 2026-10' }];

/** Lists the lines of a closed month, or those that no closed month has, the oldest first. */
export const handler = florinApi('GET /merchants/{merchantId}/months/lines', [
  'limit',
  'after',
  'month',
]).handler(async (_, { caller, params: { merchantId }, query }) => {
  const { limit, after } = readPagination({ limit: '1000', ...query }, monthFaults(query));
  const reading = (async () => {
    const page = query.month
      ? listClosedLines(merchantId, query.month, { limit, after })
      : listOpenLines(merchantId, { limit, after });
    return Promise.all([findMerchant(merchantId), page]);
  })();
  // A caller without access gets 403, also for a month that is not closed.
  reading.catch(() => {});
  await assertMember(merchantId, caller);
  const [merchant, { lines, next }] = await reading;
  const present = ({ line, late }: MonthLine) => {
    const { postings } = presentPostings({ line, currency: merchant?.currency ?? line.amount.currency });
    return { ...presentLine(line), ...(late ? { late } : {}), postings };
  };
  const shown = await paginate(lines, { limit }, present);
  const isCut = shown.length < lines.length;
  return { status: 200, body: { lines: shown, next: (isCut ? shown.at(-1)?.id : next) ?? null } };
});
