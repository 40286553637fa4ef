import currencies from '@paylike/currencies/currencies.json';

/** Three-letter ISO 4217 code. */
export type Currency = string;

// `Number` converts the exponent, which one entry of the list has as text.
const exponents = new Map<Currency, number>(currencies.map(({ code, exponent }) => [code, Number(exponent)]));

export const isCurrency = (code: Currency): boolean => exponents.has(code);

/** Decimals of a currency: JPY 0, EUR 2, BHD 3. */
export function exponentOf(code: Currency): number {
  const exponent = exponents.get(code);
  if (exponent === undefined) throw new RangeError(`Unknown currency ${code}`);
  return exponent;
}
