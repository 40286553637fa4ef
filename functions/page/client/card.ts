/**
 * What a card number says of itself. Two schemes and a checksum are few lines; card-validator, which the server judges
 * by, knows a dozen more and weighs as much as the rest of the script.
 */

export type Scheme = 'visa' | 'mastercard';

/** As soon as the first digits tell. */
export function schemeOf(number: string): Scheme | undefined {
  if (/^4/.test(number)) return 'visa';
  const start = Number(number.slice(0, 4).padEnd(4, '0'));
  const mastercard = /^5[1-5]/.test(number) || (number.length >= 4 && start >= 2221 && start <= 2720);
  return mastercard ? 'mastercard' : undefined;
}

const lengths: Record<Scheme, readonly number[]> = { visa: [16, 18, 19], mastercard: [16] };

export const isComplete = (number: string, scheme: Scheme): boolean =>
  lengths[scheme].includes(number.length);

/** ISO/IEC 7812-1, annex B: a slip of the finger nearly always breaks it. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** In the groups that are embossed on the card. */
export const groupNumber = (digits: string): string => digits.replace(/\d{4}(?=\d)/g, '$& ');

/** `1230`, `12/30`, `1/30` or, as browsers fill it in, `12/2030`, in the form of the card: `12 / 30`. */
export function groupExpiry(text: string): string {
  const [, early, later] = /^\s*(\d)\s*\/\s*(\d*)/.exec(text) ?? [];
  let digits = early ? `0${early}${later}` : text.replace(/\D/g, '');
  // No month begins with these.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, digits.startsWith('20', 2) ? 6 : 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export interface Expiry {
  month: number;
  year: number;
}

export function readExpiry(text: string): Expiry | undefined {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(text) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return undefined;
  return { month: Number(month), year: 2000 + Number(year) };
}

/** A card is good until the end of its month, somewhere on earth. */
export const isOver = ({ month, year }: Expiry, now: Date): boolean =>
  Date.UTC(year, month, 1) + 12 * 3_600_000 < now.getTime();
