import { inGroups } from '#basics/in-groups.ts';
import { dayLength, type Figures, isDayFinal, lastDays, noFigures } from '#domain/console/overview.ts';
import type { Id } from '#domain/id.ts';
import { getFigures, keepFigures, readFigures } from '#store/console/overviews.ts';

/** The number of days that are read at the same time. */
const atOnce = 8;

/**
 * Returns the figures of the last days (UTC), each with the first moment of its day. The present day comes last. The
 * figures of a day are stored once they no longer change, so that an overview costs little however many payments there
 * were.
 */
export async function figuresOfDays(
  merchantId: Id,
  count: number,
  now: number,
): Promise<[day: number, figures: Figures][]> {
  const days = lastDays(now, count);
  const kept = await getFigures(
    merchantId,
    days.filter((day) => isDayFinal(day, now)),
  );
  const figures = new Map<number, Figures>();
  await inGroups(days, atOnce, async (day) => figures.set(day, await ofDay(day)));
  return days.map((day) => [day, figures.get(day) ?? noFigures]);

  async function ofDay(day: number): Promise<Figures> {
    const known = kept.get(day);
    if (known) return known;
    const read = await readFigures(merchantId, day, day + dayLength);
    if (isDayFinal(day, now)) await keepFigures(merchantId, day, read);
    return read;
  }
}
