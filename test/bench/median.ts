export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}

/** The columns of a table for several measurements of one thing: the median, the least and the most. */
export const spreadOf = (numbers: readonly number[], digits = 0): string[] =>
  [median(numbers), Math.min(...numbers), Math.max(...numbers)].map((number) => number.toFixed(digits));

/** The head of a table with the columns of `spreadOf`. */
export const spreadHead = ['', 'median', 'least', 'most'];

/** The percentile of the numbers. `part` is 0.99 for the 99th percentile. */
export const percentile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(numbers.length * part) - 1] ?? 0;
