/**
 * Reads a number from 0 on that is written in decimal digits, such as `30` or `0.5`.
 *
 * @returns undefined for any other text. `Number` would read an empty text, and one of spaces, as 0
 */
export const decimalNumber = (text: string): number | undefined =>
  /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
