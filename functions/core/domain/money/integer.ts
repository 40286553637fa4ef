/** An integer of any size: a number as long as numbers hold it exactly, beyond 2^53 a BigInt. */
export type Integer = number | bigint;

export function integer(value: bigint): Integer {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Exact at any size; sums of nothing are 0. */
export const sumOf = (values: readonly Integer[]): Integer =>
  integer(values.reduce<bigint>((sum, value) => sum + BigInt(value), 0n));
