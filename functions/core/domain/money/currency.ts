// Node.js needs the attribute if a program is bundled without its packages.
import currencies from '@paylike/currencies/currencies.json' with { type: 'json' };

/** Three-letter ISO 4217 code. */
export type Currency = string;

/** Currencies in use that the list lacks, with their decimals. */
const unlisted: Record<Currency, number> = {
  BYN: 2,
  LYD: 3,
  SSP: 2,
  SVC: 2,
  VED: 2,
  XCG: 2,
  ZMW: 2,
  ZWG: 2,
};

// `Number` converts the exponent, which one entry of the list has as text.
const exponents = new Map<Currency, number>([
  ...currencies.map(({ code, exponent }): [Currency, number] => [code, Number(exponent)]),
  ...Object.entries(unlisted),
]);

export const isCurrency = (code: Currency): boolean => exponents.has(code);

/** Decimals of a currency: JPY 0, EUR 2, BHD 3. ISK has 2, as in client libraries, though ISO 4217 says 0. */
export function exponentOf(code: Currency): number {
  const exponent = exponents.get(code);
  if (exponent === undefined) throw new RangeError(`Unknown currency ${code}`);
  return exponent;
}
