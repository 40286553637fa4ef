import { florinApi } from '#http/routes/merchants-api.ts';
import { presentRatioMonth } from '#presenters/ratio.ts';
import { listRatioMonths } from '#store/disputes/ratios.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the months for which a merchant's share of disputes and fraud alerts was measured, the newest first. */
export const handler = florinApi('GET /merchants/{merchantId}/ratios').handler(
  async (_, { caller, params: { merchantId } }) => {
    const months = await asMember(merchantId, caller, listRatioMonths(merchantId));
    return { status: 200, body: { months: months.map(presentRatioMonth) } };
  },
);
