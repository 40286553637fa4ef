import { florinApi } from '#http/routes/merchants-api.ts';
import { presentClosed, presentClosing } from '#presenters/month.ts';
import { listClosedMonths, readMonths } from '#store/months/months.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the closed months of a merchant, the newest first, and the one that somebody is closing. */
export const handler = florinApi('GET /merchants/{merchantId}/months').handler(
  async (_, { caller, params: { merchantId } }) => {
    const reading = Promise.all([listClosedMonths(merchantId), readMonths(merchantId)]);
    const [closed, { closing }] = await asMember(merchantId, caller, reading);
    const months = closed.map(presentClosed).reverse();
    return { status: 200, body: { months, closing: closing ? presentClosing(closing) : null } };
  },
);
