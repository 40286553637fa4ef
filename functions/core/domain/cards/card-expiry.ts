/** The last valid month of a card, as the card states it. */
export interface CardExpiry {
  month: number;
  year: number;
}

/** The last millisecond of the last valid month, in UTC. */
export const expiryDate = ({ month, year }: CardExpiry): Date => new Date(Date.UTC(year, month, 1) - 1);

/** The latest time zone on earth is 12 hours behind UTC. */
const lastZone = 12 * 3_600_000;

/**
 * Whether the last valid month of a card has ended everywhere on earth. Page and server share this rule, since a customer
 * west of Greenwich has a valid card for some hours after the month has ended in UTC (docs/wire-contract.md, section 1).
 *
 * @param expiry the last millisecond of the card's last valid month, in UTC
 */
export const hasCardExpired = (expiry: Date | string, now = Date.now()): boolean =>
  new Date(expiry).getTime() + lastZone < now;
