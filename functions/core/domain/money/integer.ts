/** An integer of any size: a number up to 2^53, as larger numbers are not exact, and a BigInt above. */
export type Integer = number | bigint;

export function integer(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The exact sum of integers of any size; 0 for an empty list. */
export const sumOf = (values: readonly Integer[]): Integer =>
  integer(values.reduce<bigint>((sum, value) => sum + BigInt(value), 0n));
