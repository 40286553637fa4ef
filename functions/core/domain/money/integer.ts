/** An integer of any size: a number as long as numbers are exact, a BigInt beyond 2^53. */
export type Integer = number | bigint;

export function integer(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The exact sum of integers of any size; 0 for an empty list. */
export const sumOf = (values: readonly Integer[]): Integer =>
  integer(values.reduce<bigint>((sum, value) => sum + BigInt(value), 0n));
