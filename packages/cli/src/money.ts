import { UsageError } from './failures.ts';

/** Reads an amount in minor units. */
export function amountOf(text: string): number {
  const amount = Number(text);
  if (/^\d+$/.test(text) && amount >= 1 && amount <= 1e12) return amount;
  throw new UsageError(
    `\`--amount\` must be a whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99; got \`${text}\`.`,
  );
}

export function currencyOf(text: string): string {
  if (/^[A-Z]{3}$/.test(text)) return text;
  throw new UsageError(
    `\`--currency\` must be a code of three capital letters, for example EUR; got \`${text}\`.`,
  );
}
