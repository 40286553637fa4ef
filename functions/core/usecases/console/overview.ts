import { inGroups } from '#basics/in-groups.ts';
import { addFigures, type Figures, isDayFinal, noFigures, spansOf } from '#domain/console/overview.ts';
import type { Day } from '#domain/merchants/days.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import { getFigures, keepFigures, readFigures } from '#store/console/overviews.ts';

/** The number of days that are read at the same time. */
const atOnce = 8;

export interface Overview {
  /** The figures of each of the last days, the present day last. */
  days: (Day & { figures: Figures })[];
  period: Figures;
  /** The figures of as many days before, the last one until the same time of day. */
  before: Figures;
}

/**
 * Returns the figures of a merchant's last days, in its time zone. The figures of a day are stored once they no longer
 * change, so that an overview costs little however many payments there were. Florin reads the payments of the present day, of
 * the day before, and of the part of a day with which the present day is compared.
 */
export async function overviewOf(
  merchant: Pick<Merchant, 'id' | 'company' | 'timeZone'>,
  count: number,
  now: number,
): Promise<Overview> {
  const { id } = merchant;
  const { before, period } = spansOf(now, count, timeZoneOf(merchant));
  const part = before.at(-1);
  const spans = [...before, ...period];
  const isKept = (span: Day) => span !== part && isDayFinal(span, now);
  const kept = await getFigures(id, spans.filter(isKept));
  const figures = new Map<Day, Figures>();
  await inGroups(spans, atOnce, async (span) => figures.set(span, await ofSpan(span)));
  const of = (span: Day): Figures => figures.get(span) ?? noFigures;
  const sum = (some: Day[]): Figures => some.map(of).reduce(addFigures, noFigures);
  return {
    days: period.map((day) => ({ ...day, figures: of(day) })),
    period: sum(period),
    before: sum(before),
  };

  async function ofSpan(span: Day): Promise<Figures> {
    const known = kept.get(span.start);
    if (known) return known;
    const read = await readFigures(id, span);
    if (isKept(span)) await keepFigures(id, span, read);
    return read;
  }
}
