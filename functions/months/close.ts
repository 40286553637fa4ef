import schema from 'validator:monthClose';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { presentClosed, presentClosing } from '#presenters/month.ts';
import type { Requests } from '#schemas/index.ts';
import { assertMember } from '#usecases/accounts/membership.ts';
import { closeMonthOf } from '#usecases/ledger/close-month.ts';

/** Closes a month, or a part of it: the caller repeats the request until the month is closed. */
export const handler = florinApi('PUT /merchants/{merchantId}/months')
  .use(body<Requests['monthClose']>(schema))
  .handler(async (_, { caller, params: { merchantId }, body: { month } }) => {
    await assertMember(merchantId, caller);
    const result = await closeMonthOf(merchantId, caller, month);
    const shown = 'closed' in result ? presentClosed(result.closed) : presentClosing(result.closing);
    return { status: 200, body: { month: shown } };
  });
