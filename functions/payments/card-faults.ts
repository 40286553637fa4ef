import type { Fault } from '#domain/outcome.ts';
import type { Requests } from '#schemas/index.ts';

/** What the schema cannot say: a card is typed, or a saved one. */
export function cardFaults({ card }: Partial<Requests['payment']>): Fault[] {
  const needed = card?.saved === undefined ? (['number', 'expiry'] as const) : [];
  return needed
    .filter((field) => card?.[field] === undefined)
    .map((field) => ({ field: `card.${field}`, message: 'Is required' }));
}
