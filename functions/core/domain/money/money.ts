import { calculator, dinero, halfEven, toDecimal } from 'dinero.js/bigint';
import { type Currency, exponentOf } from './currency.ts';

/** The largest amount of one payment or movement, in minor units (wire contract, section 1). */
export const maxAmount = 10 ** 12;

/** An exact decimal number: `digits / 10 ** scale`. */
export interface Decimal {
  digits: bigint;
  scale: number;
}

/** Reads `"182.85"` or `0.0135` without rounding. */
export function decimal(text: string | number): Decimal {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(text));
  if (!match) throw new RangeError(`Not a decimal number: ${text}`);
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  return { digits: BigInt(whole + fraction), scale: fraction.length + Number(exponent) };
}

/** `numerator / denominator`, rounded to the nearest integer, with ties to the even one. */
export const divideHalfEven = (numerator: bigint, denominator: bigint): bigint =>
  halfEven(numerator, denominator, calculator);

/** `amount × factor` in minor units, rounded half-even. */
export const multiplyHalfEven = (amount: number, factor: Decimal): number =>
  Number(divideHalfEven(BigInt(amount) * factor.digits, 10n ** BigInt(factor.scale)));

/** Money as the checkout API writes it. In major units it is `value / 10^exponent`. */
export interface Money {
  currency: Currency;
  exponent: number;
  value: number;
}

/** Formats minor units for people: `GBP 12.00`. */
export function formatMoney(amount: number, currency: Currency): string {
  const exponent = BigInt(exponentOf(currency));
  return `${currency} ${toDecimal(dinero({ amount: BigInt(amount), currency: { code: currency, base: 10n, exponent } }))}`;
}

/**
 * Converts money as the checkout API sends it: `value / 10 ** exponent` of the major unit. An amount with more
 * decimals than the currency is rounded up (wire contract, section 3).
 *
 * @returns minor units of the currency
 */
export function toMinorUnits(money: Money): number {
  const shift = exponentOf(money.currency) - money.exponent;
  if (shift >= 0) return Number(BigInt(money.value) * 10n ** BigInt(shift));
  const unit = 10n ** BigInt(-shift);
  return Number((BigInt(money.value) + unit - 1n) / unit);
}

/** Whether an amount fits the decimals of its currency: EUR 49.500 does; JPY 49.5 and EUR 0.001 have too many. */
export function isExact({ currency, exponent, value }: Money): boolean {
  const shift = exponent - exponentOf(currency);
  return shift <= 0 || BigInt(value) % 10n ** BigInt(shift) === 0n;
}

/** An integer of any size: a number up to 2^53, as larger numbers are not exact, and a BigInt above. */
export type Integer = number | bigint;

export function integer(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The exact sum of integers of any size; 0 for an empty list. */
export const sumOf = (values: readonly Integer[]): Integer =>
  integer(values.reduce<bigint>((sum, value) => sum + BigInt(value), 0n));
