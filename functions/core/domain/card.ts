import valid from 'card-validator';

export type Scheme = 'visa' | 'mastercard';

/** What may be kept and shown of a card; the number and the security code never are. */
export interface Card {
  /** First six digits. */
  bin: string;
  last4: string;
  /** ISO 8601, the last millisecond of the last valid month, UTC. */
  expiry: string;
  scheme: Scheme;
  code: { present: boolean };
}

export interface CardExpiry {
  month: number;
  year: number;
}

const digits = /^\d{10,19}$/;

/** The scheme that the number belongs to, where it is one that Florin takes. */
export function schemeOf(number: string): Scheme | undefined {
  const type = valid.number(number).card?.type;
  return type === 'visa' || type === 'mastercard' ? type : undefined;
}

/**
 * Is this a card number? In test mode any 10–19 digits are, Luhn-valid or not: the test suites of existing client
 * libraries pay with such numbers. Live, its length must be the scheme's and its Luhn checksum right.
 */
export const isCardNumber = (number: string, test: boolean): boolean =>
  digits.test(number) && (test || valid.number(number).isValid);

export const expiryDate = ({ month, year }: CardExpiry): Date => new Date(Date.UTC(year, month, 1) - 1);

/** The part of a card that is kept. The scheme is `visa` where the number does not tell (test mode only). */
export const describeCard = (number: string, expiry: CardExpiry): Card => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
  expiry: expiryDate(expiry).toISOString(),
  scheme: schemeOf(number) ?? 'visa',
  code: { present: true },
});
