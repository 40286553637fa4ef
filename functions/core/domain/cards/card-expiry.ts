/** The last valid month of a card, as the card states it. */
export interface CardExpiry {
  month: number;
  year: number;
}

/** The last millisecond of the last valid month, in UTC. */
export const expiryDate = ({ month, year }: CardExpiry): Date => new Date(Date.UTC(year, month, 1) - 1);

/** Whether the last valid month of a saved card is over. */
export const hasCardExpired = ({ card }: { card: { expiry: string } }): boolean =>
  Date.parse(card.expiry) < Date.now();
