import type { Amount } from './sdk-types.ts';

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * Returns the amount in major units, as a payment link has it.
 *
 * @throws TypeError for an invalid amount. Guessing the meaning of `49.99`, `'4999'` or `NaN` could charge a wrong
 *   amount.
 */
export function decimal(amount: Amount): string {
  const { currency, exponent, value } = amount ?? {};
  if (typeof currency !== 'string' || !isCount(exponent) || exponent > 12 || !isCount(value))
    throw new TypeError(
      'Florin: amount must be {currency, exponent, value}, a text and two integers, like {currency: "EUR", exponent: 2, value: 4999}',
    );
  const digits = String(value).padStart(exponent + 1, '0');
  return exponent ? `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` : digits;
}
