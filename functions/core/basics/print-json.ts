import { randomUUID } from 'node:crypto';

/**
 * Prints JSON like `JSON.stringify`, but prints each BigInt as its digits, instead of throwing. Numbers in JSON may
 * have any size.
 */
export function printJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return printBigInts(value);
  }
}

/**
 * BigInts pass through `JSON.stringify` as strings that begin with a random mark, which no text of a client can
 * contain.
 */
function printBigInts(value: unknown): string {
  const mark = randomUUID();
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? mark + inner : inner));
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
