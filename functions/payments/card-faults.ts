import type { Fault } from '#domain/outcome.ts';
import type { Requests } from '#schemas/index.ts';

/** The faults that the schema cannot find: a card that is not saved needs a number and an expiry. */
export function cardFaults({ card }: Partial<Requests['payment']>): Fault[] {
  const needed = card?.saved === undefined ? (['number', 'expiry'] as const) : [];
  return needed
    .filter((field) => card?.[field] === undefined)
    .map((field) => ({ field: `card.${field}`, message: 'Is required' }));
}
