import { addFigures, type Figures, noFigures } from '#domain/console/overview.ts';
import { refuse, requireFound } from '#domain/outcome.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { presentFigures } from '#presenters/console.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { figuresOfDays } from '#usecases/console/overview.ts';

const mostDays = 90;

/** Shows the figures of the last days (UTC), and of as many days before them. */
export const handler = consoleApi('GET /api/merchants/{merchantId}/overview', ['days']).handler(
  async (_, { caller, params: { merchantId }, query }) => {
    const days = Number(query.days ?? 7);
    if (!/^\d{1,2}$/.test(query.days ?? '7') || days < 1 || days > mostDays)
      refuse('days', `Must be a whole number from 1 to ${mostDays}`);
    const { currency } = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    const now = Date.now();
    const figures = await figuresOfDays(merchantId, 2 * days, now);
    const [before, period] = [figures.slice(0, days), figures.slice(days)];
    const sum = (some: typeof figures): Figures =>
      some.reduce((all, [, one]) => addFigures(all, one), noFigures);
    const body = {
      from: new Date(period[0]?.[0] ?? now).toISOString(),
      to: new Date(now).toISOString(),
      currency,
      period: presentFigures(sum(period)),
      before: presentFigures(sum(before)),
      series: period.map(([day, { takings, refunds }]) => ({
        day: new Date(day).toISOString().slice(0, 10),
        takings,
        refunds,
      })),
    };
    return { status: 200, body };
  },
);
