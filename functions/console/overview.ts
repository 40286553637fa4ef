import { refuse, requireFound } from '#domain/outcome.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { presentFigures } from '#presenters/console.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { overviewOf } from '#usecases/console/overview.ts';

const mostDays = 90;

/** Shows the figures of the last days in the merchant's time zone, and of as many days before them. */
export const handler = consoleApi('GET /api/merchants/{merchantId}/overview', ['days']).handler(
  async (_, { caller, params: { merchantId }, query }) => {
    const count = Number(query.days ?? 7);
    if (!/^\d{1,2}$/.test(query.days ?? '7') || count < 1 || count > mostDays)
      refuse('days', `Must be a whole number from 1 to ${mostDays}`);
    const merchant = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    const now = Date.now();
    const { days, period, before } = await overviewOf(merchant, count, now);
    const body = {
      from: new Date(days[0]?.start ?? now).toISOString(),
      to: new Date(now).toISOString(),
      currency: merchant.currency,
      period: presentFigures(period),
      before: presentFigures(before),
      series: days.map(({ day, figures: { takings, refunds } }) => ({ day, takings, refunds })),
    };
    return { status: 200, body };
  },
);
