import { randomUUID } from 'node:crypto';

/** `JSON.stringify`, which throws at a BigInt, with these as their digits: JSON's numbers have no largest. */
export function printJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return printBigInts(value);
  }
}

/** They pass through as strings, behind a mark that nobody can have put into a text before. */
function printBigInts(value: unknown): string {
  const mark = randomUUID();
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? mark + inner : inner));
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
