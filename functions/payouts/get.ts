import { requireFound } from '#domain/outcome.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, readPagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present as presentLine } from '#presenters/line.ts';
import { present } from '#presenters/payout.ts';
import { getPayout, linesOfPayout } from '#store/ledger/payouts.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** The default number of lines in the answer. */
const linesAtOnce = '100';

/** Returns a payout with a page of the lines that it pays out. */
export const handler = florinApi('GET /payouts/{payoutId}', listQuery).handler(
  async (_, { caller, query, params }) => {
    const pagination = readPagination({ limit: linesAtOnce, ...query });
    const payout = requireFound(await getPayout(params.payoutId));
    const reading = listAnswer(linesOfPayout(payout, pagination), pagination, presentLine);
    const { body: lines } = await asMember(payout.merchantId, caller, reading);
    return { status: 200, body: { payout: { ...present(payout), lines } } };
  },
);
